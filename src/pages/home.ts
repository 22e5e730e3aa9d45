import { htmlPage } from './html.ts'

/** The page at `/`: what the service is, with links to the other pages. */
export const homePage = htmlPage(
  'market-impact',
  'main{max-width:42rem;margin:4rem auto;padding:0 1rem}',
  `<main>
<h1>market-impact</h1>
<p>Financial news in; the companies, commodities, currencies and megatrends each story moves out, with direction and reason.</p>
<ul>
<li><a href="/graphql">GraphiQL</a>: the whole model, to explore and to query</li>
<li><a href="/docs">Reference of the REST paths</a> under <code>/v1</code>, for example <code>/v1/stocks/AAPL/news</code></li>
<li><a href="/openapi.json">OpenAPI 3.1 document</a> of the same, for tools</li>
<li><a href="/health/ready">Readiness</a>, <a href="/health/live">liveness</a>, <a href="/metrics">metrics</a></li>
</ul>
<pre>curl -H "Authorization: Bearer &lt;API_KEY&gt;" http://127.0.0.1:4000/v1/account</pre>
<p>Keys are made with <code>npm run key -- create --plan free</code>.</p>
</main>`,
)
