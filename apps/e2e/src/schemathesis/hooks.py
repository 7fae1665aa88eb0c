"""What schemathesis cannot read from the description: how lines and signatures are sent, and what would end its access."""

import base64
import hashlib
import hmac
import os
import time

import requests
import schemathesis

USER_ID = os.environ["TESTER_USER_ID"]
KEY_ID = os.environ.get("TESTER_KEY_ID")
SECRET_KEY = os.environ.get("TESTER_SECRET_KEY", "")

# A request that changes the tester's own roles, tokens or keys is not sent: all later ones would be refused.
ACCESS = tuple(f"/users/{{user_id}}/{kind}" for kind in ("user_roles", "api_tokens", "message_authentication_keys"))


@schemathesis.hook
def filter_case(context, case):
    user_id = str((case.path_parameters or {}).get("user_id")).strip().lstrip("0+")
    return case.method.upper() == "GET" or not case.path.startswith(ACCESS) or user_id != USER_ID


@schemathesis.serializer("application/x-ndjson")
def send_unchanged(context, value):
    return value if isinstance(value, bytes) else str(value).encode(errors="surrogatepass")


class Signature(requests.auth.AuthBase):
    """Signs instead of sending the token (docs/signing.md)."""

    def __call__(self, request):
        body = request.body.encode() if isinstance(request.body, str) else request.body
        timestamp = str(int(time.time() * 1000))
        parts = [text.encode() for text in (request.path_url, KEY_ID, timestamp)] + ([] if body is None else [body])
        digest = hmac.new(SECRET_KEY.encode(), b"\n".join(parts), hashlib.sha256).digest()
        request.headers.pop("Authorization", None)
        request.headers["X-Svc-Mac"] = base64.b64encode(digest).decode()
        request.headers["X-Svc-Key-Id"] = KEY_ID
        request.headers["X-Svc-Ts"] = timestamp
        return request


@schemathesis.hook
def before_call(context, case, kwargs):
    if KEY_ID:
        kwargs["auth"] = Signature()
