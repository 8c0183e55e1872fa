"""Asks a verifier, named by its folder and its module, many questions: a line of JSON with its arguments in, one with code and words out."""

import contextlib
import functools
import importlib
import io
import json
import sys

sys.path.insert(0, sys.argv[1])
verifier = importlib.import_module(sys.argv[2])

# Most questions are about the same signatures: the same key, text and signature get the same answer
# without being worked out again.
verifier.is_signed = functools.lru_cache(maxsize=4096)(verifier.is_signed)

for line in sys.stdin:
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        code = verifier.main(json.loads(line))
    print(json.dumps([code, said.getvalue()]), flush=True)
