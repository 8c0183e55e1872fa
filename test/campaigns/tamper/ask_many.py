"""Asks the verifier in the folder named as argument many questions: a line of JSON with its arguments in, one with code and words out."""

import contextlib
import functools
import io
import json
import sys

sys.path.insert(0, sys.argv[1])
import verify_audit  # noqa: E402

# Most questions are about the same signatures: the same key, text and signature get the same answer
# without being worked out again.
verify_audit.is_signed = functools.lru_cache(maxsize=4096)(verify_audit.is_signed)

for line in sys.stdin:
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        code = verify_audit.main(json.loads(line))
    print(json.dumps([code, said.getvalue()]), flush=True)
