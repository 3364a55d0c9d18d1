import router from '@adonisjs/core/services/router'
import { A, S } from '#app/identity/roles'
import { middleware } from '#start/middleware'

const Webhooks = () => import('#app/connectors/controllers/webhooks_controller')
const Consents = () => import('#app/connectors/controllers/consents_controller')

router
  .post('webhooks/:provider/:token', [Webhooks, 'store'])
  .as('connectors.webhook')
  .where('provider', /^[a-z0-9_-]{1,40}$/)
  .where('token', /^[\w-]{1,64}$/)

router
  .get('connections/consent', [Consents, 'store'])
  .as('connectors.consent')
  .use(middleware.page({ roles: [S, A] }))
