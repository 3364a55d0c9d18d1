import router from '@adonisjs/core/services/router'
import { CONFIRMING } from '#app/identity/queries/authority_changes'
import { S } from '#app/identity/roles'
import { middleware } from '#start/middleware'

const Sessions = () => import('#app/identity/controllers/sessions_controller')
const Challenges = () => import('#app/identity/controllers/two_factor_challenges_controller')
const TwoFactor = () => import('#app/identity/controllers/two_factor_controller')
const Passwords = () => import('#app/identity/controllers/passwords_controller')
const RecoveryCodes = () => import('#app/identity/controllers/recovery_codes_controller')
const OwnSessions = () => import('#app/identity/controllers/own_sessions_controller')
const Users = () => import('#app/identity/controllers/users_controller')
const Mails = () => import('#app/identity/controllers/mails_controller')
const UserStates = () => import('#app/identity/controllers/user_states_controller')
const UserConfirmations = () => import('#app/identity/controllers/user_confirmations_controller')
const Themes = () => import('#app/identity/controllers/themes_controller')
const TableDensities = () => import('#app/identity/controllers/table_densities_controller')
const StepUps = () => import('#app/identity/controllers/step_ups_controller')
const UnreadAnnouncements = () => import('#app/identity/controllers/unread_announcements_controller')
const Announcements = () => import('#app/identity/controllers/announcements_controller')
const AnnouncementImages = () => import('#app/identity/controllers/announcement_images_controller')
const ManagedAnnouncements = () => import('#app/identity/controllers/managed_announcements_controller')
const AnnouncementPublications = () =>
  import('#app/identity/controllers/announcement_publications_controller')

router
  .group(() => {
    router.get('login', [Sessions, 'create']).as('login')
    router.post('login', [Sessions, 'store']).as('login.store')
    router.get('two-factor-challenge', [Challenges, 'create']).as('two-factor.challenge')
    router.post('two-factor-challenge', [Challenges, 'store']).as('two-factor.challenge.store')
    router.get('two-factor-challenge-old', [Challenges, 'show']).as('two-factor.challenge.old')
    router.get('set-password/:token', [Passwords, 'create']).as('password.set')
    router.post('set-password/:token', [Passwords, 'store']).as('password.set.store')
  })
  .use(middleware.guest())

router
  .group(() => {
    router.post('logout', [Sessions, 'destroy']).as('logout')
    router.post('user/theme', [Themes, 'store']).as('user.theme')
    router.post('user/table-density', [TableDensities, 'store']).as('user.table-density')
    router.get('2faSecurity', [TwoFactor, 'index']).as('2faSecurity')
    router.get('2faSecurity/active', [TwoFactor, 'show']).as('2faSecurity.active')
    router.post('2faSecurity/enable', [TwoFactor, 'store']).as('2faSecurity.enable')
    router.post('2faSecurity/confirm', [TwoFactor, 'update']).as('2faSecurity.confirm')
    router.delete('2faSecurity', [TwoFactor, 'destroy']).as('2faSecurity.destroy').use(middleware.stepUp())
    router
      .post('2faSecurity/recovery-codes', [RecoveryCodes, 'store'])
      .as('2faSecurity.recovery-codes.store')
      .use(middleware.stepUp())
    router
      .delete('2faSecurity/sessions/:session', [OwnSessions, 'destroy'])
      .as('2faSecurity.sessions.destroy')
    router.delete('2faSecurity/sessions', [OwnSessions, 'clear']).as('2faSecurity.sessions.clear')
    router.post('step-up', [StepUps, 'store']).as('step-up.store').use(middleware.stepUp())
    router.get('api/announcements/unread', [UnreadAnnouncements, 'index']).as('api.announcements.unread')
    router
      .post('api/announcements/mark-multiple-read', [UnreadAnnouncements, 'store'])
      .as('api.announcements.mark-multiple-read')
    router
      .get('announcements/:id/image', [AnnouncementImages, 'show'])
      .as('announcements.image')
      .where('id', router.matchers.number())
    router
      .post('api/announcements/:id/read', [UnreadAnnouncements, 'update'])
      .as('api.announcements.read')
      .where('id', router.matchers.number())
    router
      .post('api/announcements/:id/dismiss', [UnreadAnnouncements, 'destroy'])
      .as('api.announcements.dismiss')
      .where('id', router.matchers.number())
  })
  .use(middleware.page({ withoutTwoFactor: true }))

router.get('announcements', [Announcements, 'index']).as('announcements.index').use(middleware.page({}))

router
  .group(() => {
    router.get('announcements/manage', [ManagedAnnouncements, 'index']).as('announcements.manage')
    router.get('announcements/create', [ManagedAnnouncements, 'create']).as('announcements.create')
    router.post('announcements', [ManagedAnnouncements, 'store']).as('announcements.store')
    router.get('announcements/:id/edit', [ManagedAnnouncements, 'edit']).as('announcements.edit')
    router.put('announcements/:id', [ManagedAnnouncements, 'update']).as('announcements.update')
    router.delete('announcements/:id', [ManagedAnnouncements, 'destroy']).as('announcements.destroy')
    router
      .post('announcements/:id/publication', [AnnouncementPublications, 'store'])
      .as('announcements.publish')
    router
      .delete('announcements/:id/publication', [AnnouncementPublications, 'destroy'])
      .as('announcements.withdraw')
  })
  .where('id', router.matchers.number())
  .use(middleware.page({ roles: [S] }))

router
  .group(() => {
    router.get('users', [Users, 'index']).as('users')
    router.get('users/create', [Users, 'create']).as('users.create')
    router.get('users/:id/edit', [Users, 'edit']).as('users.edit')
    router.get('users/mails', [Mails, 'index']).as('users.mails')
    router.post('users/mails/:id/retry', [Mails, 'retry']).as('users.mails.retry')
  })
  .where('id', router.matchers.number())
  .use(middleware.page({ entry: 'users' }))

// Who gives access gives everything that access reaches: it asks for the second factor again (area 21).
router
  .group(() => {
    router.post('users', [Users, 'store']).as('users.store')
    router.put('users/:id', [Users, 'update']).as('users.update')
    router.post('users/:id/suspension', [UserStates, 'suspend']).as('users.suspend')
    router.delete('users/:id/suspension', [UserStates, 'reactivate']).as('users.reactivate')
    router.delete('users/:id/lock', [UserStates, 'unlock']).as('users.unlock')
    router.delete('users/:id/two-factor', [UserStates, 'resetTwoFactor']).as('users.two-factor.reset')
    router.post('users/:id/password-link', [UserStates, 'sendLink']).as('users.password-link')
    router.delete('users/:id/sessions', [UserStates, 'closeSession']).as('users.sessions.clear')
    router.delete('users/:id/sessions/:session', [UserStates, 'closeSession']).as('users.sessions.destroy')
  })
  .where('id', router.matchers.number())
  .use([middleware.page({ entry: 'users' }), middleware.stepUp()])

// The second person of who invited somebody or changed their access, an approver too (decision 0053).
router
  .post('users/:id/confirmation', [UserConfirmations, 'store'])
  .as('users.confirm')
  .where('id', router.matchers.number())
  .use([middleware.page({ roles: CONFIRMING }), middleware.stepUp()])

router
  .delete('users/:id', [UserStates, 'archive'])
  .as('users.archive')
  .where('id', router.matchers.number())
  .use([middleware.page({ entry: 'users', roles: [S] }), middleware.stepUp()])
