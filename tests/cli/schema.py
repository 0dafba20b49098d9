#!/usr/bin/env python3
"""The JSON Schema as an editor's YAML language server uses it, by the library jsonschema (draft 7).

  schema.py EAGRE SOURCE     EAGRE: the command; SOURCE: the project's folder

Every example and every template is valid. Of the cases in tests/fail/case those are invalid whose error concerns
structure, and none is invalid of which the schema alone cannot tell: what it says of each is in the list below.
"""
import pathlib
import subprocess
import sys

import jsonschema
import yaml


class Loader(yaml.SafeLoader):
    """YAML 1.2's core: what YAML 1.1 takes for a date, or yes and no, is a text; 1e-12 is a number."""


Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag not in (
        "tag:yaml.org,2002:timestamp", "tag:yaml.org,2002:bool", "tag:yaml.org,2002:float", "tag:yaml.org,2002:int")]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()}


def resolve(tag, pattern, first):
    Loader.add_implicit_resolver("tag:yaml.org,2002:" + tag, __import__("re").compile(pattern), list(first))


resolve("bool", r"^(?:true|True|TRUE|false|False|FALSE)$", "tTfF")
resolve("int", r"^[-+]?[0-9]+$", "-+0123456789")
resolve("float", r"^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$", "-+.0123456789")


def run(eagre, *arguments):
    return subprocess.run([eagre, *arguments], check=True, capture_output=True, text=True).stdout


def first_error(validator, text):
    """None where the case is valid; else the path of a key and the reason."""
    try:
        case = yaml.load(text, Loader)
    except yaml.YAMLError as error:
        return "not YAML: " + str(error).replace("\n", " ")
    error = jsonschema.exceptions.best_match(validator.iter_errors(case))
    return error and "%s: %s" % (error.json_path, error.message[:160])


def main(eagre, source):
    schema = yaml.safe_load(run(eagre, "schema"))
    kind = jsonschema.validators.validator_for(schema, default=None)
    if kind is not jsonschema.Draft7Validator:
        print("the schema is not of draft 7, the newest that YAML's language server knows: " + schema["$schema"])
        return 1
    kind.check_schema(schema)
    validator = kind(schema)
    failures = []
    valid = {str(path): path.read_text() for path in sorted((source / "examples").glob("*/*")) if path.suffix in (".yaml", ".json")}
    for line in run(eagre, "init").splitlines():
        name = line.split()[0]
        valid["the template " + name] = run(eagre, "init", name, "-o", "-")
    for name, text in valid.items():
        error = first_error(validator, text)
        if error:
            failures.append("%s is refused: %s" % (name, error))
    wrong = sorted((source / "tests/fail/case").glob("*.yaml"))
    passed = {path.stem for path in wrong if not first_error(validator, path.read_text(errors="replace"))}
    listed = set((source / "tests/fail/case/beyond-schema.txt").read_text().split("\n")) - {""}
    listed = {line for line in listed if not line.startswith("#")}
    failures += ["%s.yaml is taken by the schema, and is not in beyond-schema.txt" % name for name in sorted(passed - listed)]
    failures += ["%s is in beyond-schema.txt, and the schema refuses it or it is gone" % name for name in sorted(listed - passed)]
    print("%d examples and templates, %d wrong cases of which the schema refuses %d" % (
        len(valid), len(wrong), len(wrong) - len(passed)))
    print("\n".join(failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], pathlib.Path(sys.argv[2])))
