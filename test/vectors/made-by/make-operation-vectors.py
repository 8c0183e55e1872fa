#!/usr/bin/env python3
"""Writes test/vectors/operations/<id>.json: for each operation a request, what its signature must be, and a sample answer.

It reads nothing of the TypeScript code: formulas, paths and schemes are stated here a second time, straight from the service's
interface description, so that the table and the signer can be checked against something they did not produce.
Needs Python 3 and openssl. Run it from the repository's root: python3 test/vectors/made-by/make-operation-vectors.py
"""
import base64
import hashlib
import hmac
import json
import pathlib
import subprocess
import tempfile
from decimal import Decimal
from urllib.parse import quote

ROOT = pathlib.Path(__file__).resolve().parents[2]
OUT = ROOT / "test" / "vectors" / "operations"
KEYS = json.loads((ROOT / "test" / "vectors" / "signing.json").read_text("utf-8"))["keys"]

BASE_URL = "https://Gate.Example.test:443/paynet"
SIGNED_BASE_URL = "https://gate.example.test/paynet"
KEY = "7B0A3D52-91EE-4C1B-8E6F-2D1C4A9B5F60"
LOGIN = "merchant-1"
DIGITS = {"EUR": 2, "USD": 2, "JPY": 0, "KWD": 3}

# --- what each operation is: path, and either the values of its control formula or its OAuth method
# ------------------------- "endpointId", "login" and "key" are facts of the connection; "cents" is
# the amount in minor units; all else is a parameter.
PAY = ["endpointId", "client_orderid", "cents", "email", "key"]
VERIFY = ["endpointId", "client_orderid", "email", "key"]
BY_ORDER = ["login", "client_orderid", "orderid", "key"]
BY_ORDER_AMOUNT = ["login", "client_orderid", "orderid", "cents", "currency", "key"]
UPLOAD = ["login", "client-order-id", "orderid", "key"]
HMAC, RSA = "HMAC-SHA1", "RSA-SHA256"

SCHEMES = {
    "upload-cres-result": ("/api/3ds/v1/upload-cres-result", UPLOAD),
    "upload-method-url-result": ("/api/3ds/v1/upload-method-url-result", UPLOAD),
    "upload-pares-result": ("/api/3ds/v1/upload-pares-result", UPLOAD),
    "account-verification-form": ("/api/v2/account-verification-form", VERIFY),
    "account-verification": ("/api/v2/account-verification", VERIFY),
    "capture": ("/api/v2/capture", BY_ORDER_AMOUNT),
    "create-card-ref": ("/api/v2/create-card-ref", BY_ORDER),
    "get-card-info": ("/api/v2/get-card-info", ["login", "cardrefid", "key"]),
    "make-rebill": ("/api/v2/make-rebill", ["login", "client_orderid", "cardrefid", "cents", "currency", "key"]),
    "payment-form": ("/api/v2/payment-form", PAY),
    "payout-form": ("/api/v2/payout-form", HMAC),
    "payout": ("/api/v2/payout", HMAC),
    "preauth-form": ("/api/v2/preauth-form", PAY),
    "preauth": ("/api/v2/preauth", PAY),
    "return": ("/api/v2/return", BY_ORDER_AMOUNT),
    "sale-form": ("/api/v2/sale-form", PAY),
    "sale": ("/api/v2/sale", PAY),
    "status": ("/api/v2/status", BY_ORDER),
    "void": ("/api/v2/void", BY_ORDER),
    "create-card-ref-v4": ("/api/v4/create-card-ref", RSA),
    "create-recurring-payment": ("/api/v4/create-recurring-payment", RSA),
    "payout-check": ("/api/v4/payout-check", RSA),
    "payout-pay": ("/api/v4/payout-pay", RSA),
    "pan-eligibility-send": ("/api/v2/pan-eligibility/send", HMAC),
    "transfer": ("/api/v4/transfer", RSA),
    "process-recurring-payment": ("/api/v4/process-recurring-payment", RSA),
    "update-recurring-payment": ("/api/v4/update-recurring-payment", RSA),
}
# Where the interface shows no authentication, a connection may choose another scheme than the one
# above.
OTHER_SCHEMES = {
    "get-card-info": [HMAC, RSA],
    "payment-form": [HMAC, RSA],
    "payout-form": [RSA],
    "payout-pay": [HMAC],
}
# OAuth operations whose body also names the merchant.
NAMES_LOGIN = {"create-card-ref-v4", "payout-pay"}

# --- requests
# ------------------------------------------------------------------------------------------------------------
CUSTOMER = {
    "first_name": "Zoë", "last_name": "O'Brien", "address1": "Main St. 1/2", "city": "Köln", "zip_code": "50667",
    "country": "DE", "state": "NW", "phone": "+49 221 1234", "email": "a+b@example.org", "ipaddress": "203.0.113.7",
}
CARD = {"card_printed_name": "ZOE OBRIEN", "credit_card_number": "4111111111111111", "expire_month": "12",
        "expire_year": "2031", "cvv2": "123"}
BACK = {"redirect_url": "https://shop.example.test/back?order=1&x=a%20b", "server_callback_url": "https://shop.example.test/hook"}


def order(number, amount=None, currency=None):
    fields = {"client_orderid": f"inv-{number}", "order_desc": "Gift für Zoë & co (100%)"}
    return {**fields, **({"amount": amount, "currency": currency} if amount else {})}


PAYOUT = {"client_orderid": "PO-1 %/=+", "amount": "10.50", "currency": "EUR", "order_desc": "Gift für Zoë & co",
          "ipaddress": "203.0.113.7"}
BANK = {"account_number": "DE89370400440532013000", "account_name": "Zoë & Söhne", "bank_name": "Bank*Haus!",
        "bank_branch": "(1)", "bank_city": "Köln", "routing_number": "COBADEFFXXX", "first_name": "Zoë", "last_name": "~tilde_"}
REF = {"client_orderid": "inv-77", "orderid": "6768788"}

REQUESTS = {
    "upload-cres-result": {"client-order-id": "inv-31", "orderid": "9000031", "cres": "eyJtZXNzYWdlVHlwZSI6IkNSZXMifQ=="},
    "upload-method-url-result": {"client-order-id": "inv-32", "orderid": "9000032", "threeDSCompInd": "Y",
                                 "browserAcceptHeader": "text/html,*/*;q=0.8", "browserLanguage": "de-DE",
                                 "browserColorDepth": "24", "browserScreenHeight": "1080", "browserScreenWidth": "1920",
                                 "browserTZ": "-120", "browserUserAgent": "Mozilla/5.0 (X11)", "browserJavaEnabled": "false",
                                 "browserJavascriptEnabled": "true"},
    "upload-pares-result": {"client-order-id": "inv-33", "orderid": "9000033", "pares": "eJzVV1uToloW/isVPY9OFxcR/e=="},
    "account-verification-form": {**order(1), **CUSTOMER, **BACK},
    "account-verification": {**order(2), "currency": "EUR", **CUSTOMER, **CARD, **BACK},
    "capture": {**REF, "amount": "19.99", "currency": "EUR"},
    "create-card-ref": REF,
    "get-card-info": {"cardrefid": "1020304"},
    "make-rebill": {"client_orderid": "inv-5", "cardrefid": "1020304", "amount": "7.5", "currency": "USD",
                    "order_desc": "Monthly fee", "ipaddress": "203.0.113.7", "comment": "May"},
    "payment-form": {**order(6, "1250", "JPY"), **CUSTOMER, **BACK},
    "payout-form": {**PAYOUT, "email": "a+b@example.org", **BACK},
    "payout": {**PAYOUT, **BANK},
    "preauth-form": {**order(7, "0.01", "EUR"), **CUSTOMER, **BACK},
    "preauth": {**order(8, "1234567.89", "EUR"), **CUSTOMER, **CARD},
    "return": {**REF, "amount": "0.10", "currency": "EUR", "comment": "Customer’s wish"},
    "sale-form": {**order(9, "2.614", "KWD"), **CUSTOMER, **BACK},
    "sale": {**order(10, "19.99", "USD"), **CUSTOMER, **CARD, **BACK, "purpose": "gift"},
    "status": {"client_orderid": "inv-77"},
    "void": {**REF, "comment": "typed twice"},
    "create-card-ref-v4": REF,
    "create-recurring-payment": {"client-orderid": "sub-1", "amount": "9.90", "currency": "EUR", "order_desc": "Magazine",
                                 "period": "monthly", "interval": "1", "type": "auto", "start-date": "2030-01-31",
                                 "finish-date": "2031-01-31", **CARD, "first-name": "Zoë", "last-name": "O'Brien",
                                 "address1": "Main St. 1/2", "city": "Köln", "zip-code": "50667", "country": "DE",
                                 "state": "NW", "phone": "+49 221 1234", "email": "a+b@example.org",
                                 "customer-ip": "2001:db8::7"},
    "payout-check": {**PAYOUT, "credit_card_number": "4111111111111111", "card_printed_name": "ZOE OBRIEN",
                     "expire_month": "12", "expire_year": "2031", "purpose": "refund"},
    "payout-pay": {"client_orderid": "PO-1 %/=+", "orderid": "555001"},
    "pan-eligibility-send": {"client-order-id": "inv-41", "sending-card-ref-id": "1020304"},
    "transfer": {"client_orderid": "tr-1", "amount": "100", "currency": "EUR", "order_desc": "To a friend",
                 "ipaddress": "203.0.113.7", "deposit2card": "false", **CARD, "destination-card-no": "5555555555554444",
                 "redirect_url": "https://shop.example.test/back"},
    "process-recurring-payment": {"client-orderid": "sub-1-2", "recurring-payment-id": "880011", "amount": "9.90",
                                  "currency": "EUR", "order_desc": "Magazine, May"},
    "update-recurring-payment": {"recurring-payment-id": "880011", "amount": "12", "currency": "EUR", "period": "weekly",
                                 "interval": "2"},
}
SPECIAL = {  # connections that differ from the usual one
    "void": {"controlEncoding": "hex-upper"},
    "create-card-ref": {"controlEncoding": "base64"},
    "preauth": {"endpointId": "group/3117"},
    "payout-check": {"endpointId": "group/3117"},
}

# --- answers
# -------------------------------------------------------------------------------------------------------------
JSON_TYPE, FORM_TYPE = "application/vnd.pay+json;charset=UTF-8", "text/html;charset=utf-8"
NAMES = {"serial-number": "00000000-0000-0000-0000-000002d9b22a", "merchant-order-id": "inv4097763",
         "paynet-order-id": "6768788", "end-point-id": "22903"}
ASYNC = {"type": "async-response", **NAMES}
FORM = {"type": "async-form-response", **NAMES, "redirect-url": "https://gate.example.test/paynet/form/init/6768788?token=a%3Db"}
CARD_REF = {"type": "create-card-ref-response", **NAMES, "status": "approved", "card-ref-id": "1020304"}
RECURRING = {"type": "create-recurring-payment-response", **NAMES, "recurring-payment-id": "880011"}
ANSWERS = {
    "status": {"type": "status-response", **NAMES, "status": "approved", "transaction-type": "sale",
               "order-stage": "sale_approved", "amount": "10.42", "currency": "USD", "last-four-digits": "1111",
               "gate-partial-reversal": "enabled", "something-new": "kept"},
    "get-card-info": {"type": "get-card-info-response", "serial-number": NAMES["serial-number"], "bin": "411111",
                      "last-four-digits": "1111", "brand": "VISA", "card-printed-name": "ZOE OBRIEN", "expire-month": "12",
                      "expire-year": "2031"},
    "create-card-ref": CARD_REF, "create-card-ref-v4": CARD_REF,
    "create-recurring-payment": RECURRING, "update-recurring-payment": RECURRING,
}
FORM_ENCODED = {"sale", "return", "sale-form"}  # hosts that ignore Accept


def answer_of(name):
    typed = ANSWERS.get(name, FORM if name.endswith("-form") else ASYNC)
    if name in FORM_ENCODED:
        body = "&".join(f"{key}={quote(value, safe='')}%0A" for key, value in typed.items())
        return {"contentType": FORM_TYPE, "body": body}, typed
    return {"contentType": JSON_TYPE, "body": json.dumps(typed)}, typed


# --- signatures
# ----------------------------------------------------------------------------------------------------------
def cents(amount, currency):
    value = Decimal(amount).scaleb(DIGITS[currency])
    assert value == value.to_integral_value()
    return str(int(value))


def on_the_wire(request):
    """The amount is sent with all digits of its currency; nothing else changes."""
    if "amount" not in request:
        return dict(request)
    digits = DIGITS[request["currency"]]
    return {**request, "amount": f"{Decimal(request['amount']):.{digits}f}"}


def control_of(values, request, connection):
    facts = {"login": connection["login"], "endpointId": connection["endpointId"].split("/")[-1], "key": KEY}
    if "amount" in request:
        facts["cents"] = cents(request["amount"], request["currency"])
    plain = "".join(facts[name] if name in facts else request.get(name, "") for name in values)
    digest = hashlib.sha1(plain.encode("utf-8"))
    text = {"hex-lower": digest.hexdigest(), "hex-upper": digest.hexdigest().upper(),
            "base64": base64.b64encode(digest.digest()).decode()}[connection["controlEncoding"]]
    sent = [["login", connection["login"]]] if "login" in values else []
    return {"plain": plain, "control": text, "sent": sent + [list(pair) for pair in request.items()] + [["control", text]]}


def encode(text):
    return quote(text, safe="-._~")


def oauth_of(method, name, path, request, connection, oauth):
    sent = ([["login", connection["login"]]] if name in NAMES_LOGIN else []) + [list(pair) for pair in request.items()]
    parameters = sent + [["oauth_consumer_key", connection["login"]], ["oauth_nonce", oauth["nonce"]],
                         ["oauth_signature_method", method], ["oauth_timestamp", oauth["timestamp"]], ["oauth_version", "1.0"]]
    pairs = sorted((encode(key).encode(), encode(value).encode()) for key, value in parameters)
    joined = "&".join(f"{key.decode()}={value.decode()}" for key, value in pairs)
    url = f"{SIGNED_BASE_URL}{path}/{connection['endpointId']}"
    base = "&".join(["POST", encode(url), encode(joined)])
    if method == HMAC:
        raw = hmac.new((encode(KEY) + "&").encode(), base.encode(), hashlib.sha1).digest()
    else:
        with tempfile.NamedTemporaryFile("w", suffix=".pem") as pem:
            pem.write(KEYS["rsa2048"]["pkcs8"])
            pem.flush()
            raw = subprocess.run(["openssl", "dgst", "-sha256", "-sign", pem.name], input=base.encode(), capture_output=True,
                                 check=True).stdout
    return {"baseString": base, "signature": base64.b64encode(raw).decode(), "sent": sent}


def expect(scheme, name, path, request, connection, oauth):
    if isinstance(scheme, list):
        return {"scheme": "control", **control_of(scheme, request, connection)}
    return {"scheme": scheme.lower(), **oauth_of(scheme, name, path, request, connection, oauth)}


def main():
    OUT.mkdir(parents=True, exist_ok=True)
    assert SCHEMES.keys() == REQUESTS.keys()
    for number, (name, (path, scheme)) in enumerate(sorted(SCHEMES.items())):
        connection = {"login": LOGIN, "endpointId": "1144", "controlEncoding": "hex-lower", **SPECIAL.get(name, {})}
        oauth = {"nonce": hashlib.sha1(name.encode()).hexdigest()[:24], "timestamp": str(1_700_000_000 + number)}
        sent = on_the_wire(REQUESTS[name])
        args = (name, path, sent, connection, oauth)
        answer, typed = answer_of(name)
        vector = {
            "request": REQUESTS[name],
            "url": f"{BASE_URL}{path}/{connection['endpointId']}",
            "connection": connection,
            "secrets": {"merchantControlKey": KEY, "privateKey": "rsa2048"},
            "oauth": oauth,
            "expect": expect(scheme, *args),
            **({"alternatives": [expect(other, *args) for other in OTHER_SCHEMES[name]]} if name in OTHER_SCHEMES else {}),
            "answer": answer,
            "answerTyped": typed,
        }
        text = json.dumps(vector, indent=2, ensure_ascii=False) + "\n"
        (OUT / f"{name}.json").write_text(text, "utf-8")
    print(f"{len(SCHEMES)} vectors written to {OUT.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
