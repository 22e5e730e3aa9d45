/** What stands at `/`: what this is and where to go. */
export const homePage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>market-impact</title>
<style>body{font:16px/1.6 system-ui,sans-serif;max-width:42rem;margin:4rem auto;padding:0 1rem}code,pre{background:#f3f3f3;padding:.1rem .3rem}pre{padding:.8rem;overflow:auto}</style>
<h1>market-impact</h1>
<p>Financial news in; the companies, commodities, currencies and megatrends each story moves out, with direction and reason.</p>
<ul>
<li><a href="/graphql">GraphiQL</a>: the whole model, to explore and to query</li>
<li><code>/v1</code>: the same over REST, for example <code>/v1/stocks/AAPL/news</code></li>
<li><a href="/health/ready">Readiness</a>, <a href="/health/live">liveness</a>, <a href="/metrics">metrics</a></li>
</ul>
<pre>curl -H "Authorization: Bearer &lt;API_KEY&gt;" http://127.0.0.1:4000/v1/account</pre>
<p>Keys are made with <code>npm run key -- create --plan free</code>.</p>
</html>
`
