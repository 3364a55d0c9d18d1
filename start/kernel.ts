import router from '@adonisjs/core/services/router'
import server from '@adonisjs/core/services/server'

server.errorHandler(() => import('#app/web/exception_handler'))

server.use([
  () => import('#app/web/middleware/packed_files_middleware'),
  () => import('#app/web/middleware/public_files_middleware'),
  () => import('@adonisjs/vite/vite_middleware'),
  () => import('#app/web/middleware/packed_answers_middleware'),
  () => import('#app/web/middleware/inertia_middleware'),
])

router.use([
  () => import('#app/web/middleware/incoming_files_middleware'),
  () => import('@adonisjs/core/bodyparser_middleware'),
  () => import('#app/web/middleware/whole_text_middleware'),
  () => import('@adonisjs/session/session_middleware'),
  () => import('@adonisjs/shield/shield_middleware'),
  () => import('@adonisjs/auth/initialize_auth_middleware'),
  () => import('#app/web/middleware/stale_pages_middleware'),
  () => import('#app/web/middleware/session_middleware'),
  () => import('#app/web/middleware/form_request_middleware'),
])
