"""Signs JSON lines with Debian's python3-oauthlib, as a second opinion on the product's own OAuth code (test/campaigns/check-oauthlib.ts).

One line in: {"url", "body": [[name, value]], "login", "nonce", "timestamp", "method", "key"}; one line out:
{"baseString", "signature"}. The first line out says which version answers and whether it can sign with RSA.
"""
import json
import sys
from urllib.parse import urlencode, urlsplit

try:
    import oauthlib
    from oauthlib.oauth1 import SIGNATURE_HMAC_SHA1, SIGNATURE_RSA_SHA256, Client
    from oauthlib.oauth1.rfc5849 import signature, utils
except ImportError:
    sys.exit(3)

try:
    import jwt.algorithms

    HAS_RSA = hasattr(jwt.algorithms, "RSAAlgorithm")
except ImportError:
    HAS_RSA = False

METHODS = {"HMAC-SHA1": SIGNATURE_HMAC_SHA1, "RSA-SHA256": SIGNATURE_RSA_SHA256}


def answer(case):
    is_rsa = case["method"] == "RSA-SHA256"
    body = urlencode([tuple(pair) for pair in case["body"]])
    client = Client(
        case["login"],
        client_secret=None if is_rsa else case["key"],
        rsa_key=case["key"] if is_rsa else None,
        signature_method=METHODS[case["method"]],
        nonce=case["nonce"],
        timestamp=case["timestamp"],
    )
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    _, sent, _ = client.sign(case["url"], http_method="POST", body=body, headers=headers)
    oauth = dict(utils.parse_authorization_header(sent["Authorization"]))
    made = oauth.pop("oauth_signature")
    parameters = signature.collect_parameters(
        uri_query=urlsplit(case["url"]).query, body=body, headers=sent
    )
    base = signature.signature_base_string(
        "POST", signature.base_string_uri(case["url"]), signature.normalize_parameters(parameters)
    )
    return {"baseString": base, "signature": utils.unescape(made) if "%" in made else made}


print(json.dumps({"oauthlib": oauthlib.__version__, "hasRsa": HAS_RSA}), flush=True)
for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
