// Runs one action with Tributary.kt: the request comes from stdin, the result goes to stdout.
import org.json.JSONArray
import org.json.JSONObject

private fun texts(array: JSONArray): List<String?> = List(array.length()) { array.optString(it, null) }

private fun run(given: JSONObject): Any {
    if (given.getString("action") == "sign") {
        val requests = given.getJSONArray("requests")
        val digests = List(requests.length()) {
            val parts = texts(requests.getJSONArray(it))
            sign(parts[0]!!, parts[1]!!, parts[2]!!, parts[3]!!, parts.getOrNull(4))
        }
        return JSONArray(digests)
    }
    if (given.getString("action") == "prepare") return JSONObject.quote(prepare(given.getJSONObject("activity")))
    val client = Tributary(
        given.getString("url"),
        given.getString("datamart_id"),
        given.getString("key_id"),
        given.getString("secret_key"),
        given.getInt("max_tries"),
    )
    return try {
        if (given.getString("action") == "collect") client.collect(given.getString("line"))
        else JSONArray(client.collectAll(texts(given.getJSONArray("lines")).filterNotNull()))
    } catch (error: Refused) {
        JSONObject().put("refused", error.status).put("answer", error.answer)
    } catch (_: Unavailable) {
        JSONObject().put("unavailable", true)
    }
}

fun main() = println(run(JSONObject(System.`in`.readBytes().toString(Charsets.UTF_8))))
