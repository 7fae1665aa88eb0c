// The signing vectors: mvn test
package tributary

import kotlin.test.Test
import kotlin.test.assertEquals
import org.json.JSONObject

class VectorsTest {
    @Test
    fun signsAsTheVectorsSay() {
        val text = javaClass.getResource("/signing-vectors.json")!!.readText()
        val vectors = JSONObject(text)
        for (vector in vectors.getJSONArray("accept").map { it as JSONObject }) {
            val body = if (vector.isNull("body")) null else vector.getString("body")
            val mac = sign(
                vectors.getString("secret_key"),
                vector.getString("uri"),
                vectors.getString("key_id"),
                vectors.getString("timestamp"),
                body,
            )
            assertEquals(vector.getString("mac"), mac)
        }
    }
}
