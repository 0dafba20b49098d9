"""What results show: pictures, movies, the page, and the forms that a notebook asks for."""

import inspect

import pytest

import eagre

PNG = b"\x89PNG\r\n\x1a\n"


def test_a_picture_of_each_kind(results, tmp_path):
    last, gauges = results[-1], results.gauges
    for made in (results.plot(), last.plot("velocity", arrows=True, edges=True), gauges.plot("depth"), results.movie("depth")):
        assert made.ending == ".png" and made._repr_png_().startswith(PNG)
        assert made._repr_svg_() is None and made._repr_html_() is None
    assert results.plot("depth", time=0)._repr_png_() != results.plot("depth")._repr_png_()
    assert results.plot("depth", time=0, range=(1, 2)).data == results[0].plot("depth", range=(1, 2)).data
    assert results.plot("level", contours=[1.2, 1.4]).data != results.plot("level").data
    assert eagre.picture(results.folder, "depth", compare=results.folder).data.startswith(PNG)
    part = results.plot(above=1.2, window=(0, 2, 0, 1), colors="grey", title="a part", dpi=100)
    assert part.data not in (results.plot().data, results.plot(above=1.2).data)
    kept = results.plot(output=tmp_path / "map.svg")
    assert (tmp_path / "map.svg").read_bytes() == kept.data and "<svg" in kept._repr_svg_()
    assert results.plot(output=tmp_path / "map.pdf")._repr_html_().startswith("<embed src=")
    assert results.plot().save(tmp_path / "map.png").read_bytes().startswith(PNG)
    with pytest.raises(eagre.errors.InputError, match="map.pdf"):
        results.plot().save(tmp_path / "map.pdf")


def test_what_cannot_be_drawn_is_told(results):
    with pytest.raises(eagre.errors.UsageError, match="it has depth"):
        results.plot("nothing")
    with pytest.raises(eagre.errors.UsageError, match="empty"):
        results.plot(range=(2, 1))
    with pytest.raises(eagre.errors.UsageError, match="colours|colors"):
        results.plot(colors="rainbow")
    with pytest.raises(eagre.errors.UsageError, match="width"):
        results.plot(width=1 << 40)
    with pytest.raises(TypeError, match=r"plot\(\) has no option 'colour'"):
        results.plot(colour="red")
    wrong = [{"dpi": 0}, {"time": 1, "index": 2}, {"normal": "q"}, {"time": float("nan")}, {"window": (0, 1)}]
    for options in wrong:
        with pytest.raises(eagre.errors.UsageError, match=next(iter(options))):
            results.plot(**options)


def test_results_stand_for_their_folder(results):
    assert eagre.picture(results, compare=results, contours=1).data.startswith(PNG)


def test_signatures_name_every_option():
    assert {"settings", "device", "force", "walltime", "strict"} <= set(inspect.signature(eagre.run).parameters)
    for function in (eagre.picture, eagre.movie, eagre.Results.plot, eagre.Table.plot, eagre.Gather.plot):
        assert {"range", "time", "contours", "width"} <= set(inspect.signature(function).parameters)


def test_the_page(results, tmp_path):
    (tmp_path / "note.txt").write_text("A word about it.\n")
    page = results.report(tmp_path / "page.html", text=tmp_path / "note.txt", compare=results.folder)
    assert "A word about it." in page.path.read_text()
    assert page.path.read_text().startswith("<!doctype html>") or "<html" in page.path.read_text()
    assert page._repr_html_().startswith("<iframe srcdoc=")


def test_what_a_notebook_shows(results, run, case, tmp_path):
    assert "<td>done, t = 0.2 s" in results._repr_html_() and results._repr_png_().startswith(PNG)
    assert "<td>velocity</td><td>m/s</td>" in results[-1]._repr_html_() and results[-1]._repr_png_().startswith(PNG)
    assert "3 rows" in results.gauges._repr_html_() and results.gauges._repr_html_().count("<tr>") == 4
    assert "32 triangles" in run._repr_html_()
    study = eagre.Study(case, tmp_path / "study", {"time.cfl": [0.5, 0.9]})
    assert study._repr_html_().count("<td>new</td>") == 2
    running = eagre.Results(tmp_path)  # a folder of a run that has written nothing yet
    assert "<td>none</td>" in running._repr_html_()


def test_the_mesh_in_xarray(results):
    pytest.importorskip("xarray")
    data = results.to_xarray()
    assert data.attrs["Conventions"].endswith("UGRID-1.0") and data.mesh2d.attrs["face_dimension"] == "cell"
    assert data.depth.attrs == {"units": "m", "long_name": "depth", "mesh": "mesh2d", "location": "face"}
    geometry = results[-1].geometry
    nodes = data.mesh2d_face_nodes.values
    assert nodes.shape == (32, 3) and (nodes[5] == geometry.vertex[geometry.first[5] : geometry.first[6]]).all()


def test_pyvista(results):
    pytest.importorskip("pyvista")
    grid = results[-1].to_pyvista()
    assert grid.n_cells == 32 and (grid.cell_data["depth"] == results[-1]["depth"]).all()
