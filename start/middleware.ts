import router from '@adonisjs/core/services/router'

/** What a group of routes may ask for: see app/web/middleware. */
export const middleware = router.named({
  guest: () => import('#app/web/middleware/guest_middleware'),
  home: () => import('#app/web/middleware/home_middleware'),
  page: () => import('#app/web/middleware/page_guard_middleware'),
  stepUp: () => import('#app/web/middleware/step_up_middleware'),
})
