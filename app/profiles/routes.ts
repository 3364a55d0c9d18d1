import router from '@adonisjs/core/services/router'
import { A, S, SC } from '#app/identity/roles'
import { importRoutes } from '#app/imports/http/import_routes'
import { middleware } from '#start/middleware'

const Profiles = () => import('#app/profiles/controllers/provider_profiles_controller')
const Keywords = () => import('#app/profiles/controllers/profile_keywords_controller')
const Trials = () => import('#app/profiles/controllers/profile_trials_controller')
const Manager = () => import('#app/profiles/controllers/profile_manager_controller')

router
  .group(() => {
    router.get('providers/:id/profiles', [Profiles, 'index']).as('providers.profiles.index')
    router.get('providers/:id/profiles/create', [Profiles, 'create']).as('providers.profiles.create')
    router.post('providers/:id/profiles', [Profiles, 'store']).as('providers.profiles.store')
    router.post('providers/profiles/test', [Trials, 'test']).as('providers.profiles.test')
    router.post('providers/profiles/live-test', [Trials, 'live']).as('providers.profiles.live-test')
    router.post('providers/profiles/replay', [Trials, 'replay']).as('providers.profiles.replay')
    router.post('providers/profiles/impact', [Trials, 'impact']).as('providers.profiles.impact')
    router.get('providers/profiles/:profile', [Profiles, 'show']).as('providers.profiles.show')
    router.get('providers/profiles/:profile/edit', [Profiles, 'edit']).as('providers.profiles.edit')
    router.put('providers/profiles/:profile', [Profiles, 'update']).as('providers.profiles.update')
    router.delete('providers/profiles/:profile', [Profiles, 'destroy']).as('providers.profiles.destroy')
    router.post('providers/profiles/:profile/copies', [Keywords, 'copy']).as('providers.profiles.duplicate')
    router
      .post('providers/profiles/:profile/keywords', [Keywords, 'store'])
      .as('providers.profiles.keywords.store')
    router
      .put('providers/profiles/:profile/keywords/:keyword', [Keywords, 'update'])
      .as('providers.profiles.keywords.update')
    router
      .delete('providers/profiles/:profile/keywords/:keyword', [Keywords, 'destroy'])
      .as('providers.profiles.keywords.destroy')
    router
      .delete('providers/profiles/:profile/suggestions/:suggestion', [Keywords, 'dismiss'])
      .as('providers.profiles.suggestions.destroy')
  })
  .where('id', router.matchers.number())
  .where('profile', router.matchers.number())
  .where('keyword', router.matchers.number())
  .where('suggestion', router.matchers.number())
  .use(middleware.page({ entry: 'profile-manager.index' }))

router
  .group(() => {
    router.get('profile-manager', [Manager, 'index']).as('profile-manager.index')
    router.get('profile-manager/export', [Manager, 'download']).as('profile-manager.export')
    router.post('profile-manager/changes', [Manager, 'change']).as('profile-manager.change')
  })
  .use(middleware.page({ entry: 'profile-manager.index' }))

router
  .group(() => {
    router.get('profile-manager/create', [Manager, 'create']).as('profile-manager.create')
    router.post('profile-manager', [Manager, 'store']).as('profile-manager.store')
    importRoutes({ kind: 'expense-profiles', at: 'profile-manager/imports', name: 'profile-manager.imports' })
  })
  .use(middleware.page({ entry: 'profile-manager.index', roles: [S, A, SC] }))
