"""Asks the verifier in the folder named as argument about many files: a line of base64 with its bytes in, one with its word and why or who out."""

import base64
import sys

sys.path.insert(0, sys.argv[1])
import verify_approval  # noqa: E402

sys.stdout.reconfigure(encoding="utf-8")
for line in sys.stdin:
    try:
        _, signed = verify_approval.check_bytes(base64.b64decode(line))
        said = "holds: " + ",".join(one["name"] for one in signed)
    except verify_approval.Refused as found:
        said = "%s: %s" % (found.word, found.sentence)
    print(said, flush=True)
