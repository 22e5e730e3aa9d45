import { routes as declared } from '../../../rest-compat/routes.ts'
import { serveRoutes } from '../../../rest-compat/served-route.ts'
import { schema } from '../../../src/schema.ts'
import { nameOf } from '../../setup/route-call.ts'

/** Every served route. */
export const served = serveRoutes(declared, schema)

/** The same with their names, for `describe.each`. */
export const namedRoutes = served.map((route) => ({ name: nameOf(route), route }))
