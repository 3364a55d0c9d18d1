import router from '@adonisjs/core/services/router'
import { middleware } from '#start/middleware'

const Health = () => import('#app/web/controllers/health_controller')
const Exports = () => import('#app/web/controllers/exports_controller')
const ExportRetries = () => import('#app/web/controllers/export_retries_controller')
const JobStreams = () => import('#app/web/controllers/job_streams_controller')
const Fallback = () => import('#app/web/controllers/fallback_controller')

router.get('health', [Health, 'show']).as('health')

router
  .get('api/jobs/stream', [JobStreams, 'show'])
  .as('jobs.stream')
  .use(middleware.page({ withoutTwoFactor: true }))

router
  .group(() => {
    router.get('exports', [Exports, 'index']).as('exports.index')
    router.get('exports/:id/download', [Exports, 'show']).as('exports.download')
    router.post('exports/:id/retry', [ExportRetries, 'store']).as('exports.retry')
  })
  .where('id', router.matchers.number())
  .use(middleware.page({}))

// Area 20 §6: paths are case sensitive; the lower-case form of one with capitals answers 301.
router.get('2fasecurity', ({ response }) => response.redirect().status(301).toPath('/2faSecurity'))

// Whatever no route answers is a page of ours too, inside the layout of who asks.
router.any('*', [Fallback, 'show']).use(middleware.page({ withoutTwoFactor: true }))
