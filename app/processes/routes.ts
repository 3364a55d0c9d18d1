import type { HttpContext } from '@adonisjs/core/http'
import router from '@adonisjs/core/services/router'
import type { NextFn } from '@adonisjs/core/types/http'
import { refuseWithoutTwoFactor } from '#app/processes/handled_process'
import { middleware } from '#start/middleware'

const Processes = () => import('#app/processes/controllers/processes_controller')
const Runs = () => import('#app/processes/controllers/process_runs_controller')
const Pauses = () => import('#app/processes/controllers/process_pauses_controller')
const Retries = () => import('#app/processes/controllers/run_retries_controller')
const Cancellations = () => import('#app/processes/controllers/run_cancellations_controller')

/** Specification §6: shown to both roles even without the second factor. */
const guard = middleware.page({ entry: 'automatic-processes.index', withoutTwoFactor: true })
const key = { match: /^[\w.-]+$/ }

router
  .group(() => {
    router.get('automatic-processes', [Processes, 'index']).as('automatic-processes.index')
    router.get('automatic-processes/:key/runs', [Runs, 'index']).as('automatic-processes.runs')
    router.post('automatic-processes/:key/run', [Runs, 'store']).as('automatic-processes.run')
    router.post('automatic-processes/:key/pause', [Pauses, 'store']).as('automatic-processes.pause')
    router.delete('automatic-processes/:key/pause', [Pauses, 'destroy']).as('automatic-processes.resume')
    router.post('automatic-processes/:key/runs/:id/retry', [Retries, 'store']).as('automatic-processes.retry')
    router
      .post('automatic-processes/:key/runs/:id/cancel', [Cancellations, 'store'])
      .as('automatic-processes.cancel')
  })
  .where('key', key)
  .where('id', router.matchers.number())
  .use(guard)

// The same for processes that move money: nobody without the second factor, and it is asked for again (area 35).
router
  .group(() => {
    router.post('automatic-processes/:key/run', [Runs, 'store']).as('automatic-processes.payments.run')
    router.post('automatic-processes/:key/pause', [Pauses, 'store']).as('automatic-processes.payments.pause')
    router
      .delete('automatic-processes/:key/pause', [Pauses, 'destroy'])
      .as('automatic-processes.payments.resume')
    router
      .post('automatic-processes/:key/runs/:id/retry', [Retries, 'store'])
      .as('automatic-processes.payments.retry')
    router
      .post('automatic-processes/:key/runs/:id/cancel', [Cancellations, 'store'])
      .as('automatic-processes.payments.cancel')
  })
  .prefix('payment-processes')
  .where('key', key)
  .where('id', router.matchers.number())
  .use([
    guard,
    (ctx: HttpContext, next: NextFn) => {
      refuseWithoutTwoFactor(ctx)
      return next()
    },
    middleware.stepUp(),
  ])
