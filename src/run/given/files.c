/* Files that a case names: all that are not there are told in one pass, before one is read. */
#include "run/given/names.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static void note_absent(eg_case *loaded, const eg_node *node)
{
    eg_node_kind kind = eg_node_kind_of(node);
    if (kind == EG_NODE_PATH) {
        const char *path = eg_node_path(node);
        bool is_virtual = strncmp(path, "/vsi", 4) == 0; /* GDAL finds it, inside of archives */
        if (!is_virtual && access(path, F_OK) != 0)
            eg_case_error_add(loaded, node, "%s: %s: cannot be opened: %s", eg_node_name(node), path,
                              strerror(errno));
    } else if (kind == EG_NODE_MAP || kind == EG_NODE_LIST) {
        for (int64_t i = 0; i < eg_node_count(node); i++)
            note_absent(loaded, eg_node_item(node, i));
    }
}

eg_status eg_names_check_files(eg_case *loaded)
{
    note_absent(loaded, eg_case_root(loaded));
    return eg_case_errors_finish(loaded, EG_INPUT);
}
