import router from '@adonisjs/core/services/router'
import { S } from '#app/identity/roles'
import { middleware } from '#start/middleware'

const Sites = () => import('#app/sites/controllers/sites_controller')
const Statuses = () => import('#app/sites/controllers/site_statuses_controller')
const Approvals = () => import('#app/sites/controllers/site_approvals_controller')
const Policies = () => import('#app/sites/controllers/approval_policies_controller')
const Simulations = () => import('#app/sites/controllers/approval_simulations_controller')
const CoolingTimes = () => import('#app/sites/controllers/cooling_times_controller')
const SeniorCaps = () => import('#app/sites/controllers/senior_caps_controller')
const Centers = () => import('#app/sites/controllers/site_centers_controller')
const AccountRoles = () => import('#app/sites/controllers/account_roles_controller')
const Logos = () => import('#app/sites/controllers/site_logos_controller')
const PendingChanges = () => import('#app/sites/controllers/pending_changes_controller')
const Confirmations = () => import('#app/sites/controllers/setting_confirmations_controller')
const PaidCompanies = () => import('#app/sites/controllers/paid_companies_controller')
const PublicLinks = () => import('#app/sites/controllers/public_links_controller')

const number = router.matchers.number()

// Approvers read everything and propose: companies, and approvals, which another s1st3ma activates (area 02 §4).
router
  .group(() => {
    router.get('sites', [Sites, 'index']).as('sites')
    router.get('sites/pending-changes', [PendingChanges, 'index']).as('sites.pending-changes')
    router.post('sites', [Sites, 'store']).as('sites.store')
    router.get('sites/:id/edit', [Sites, 'edit']).as('sites.edit')
    router.get('sites/:id/logo', [Logos, 'show']).as('sites.logo')
    router.get('sites/:id/approvals/simulation', [Simulations, 'show']).as('sites.approvals.simulate')
    router.post('sites/:id/approvals', [Approvals, 'store']).as('sites.approvals.store')
    router.delete('sites/:id/approvals/:approval', [Approvals, 'destroy']).as('sites.approvals.end')
  })
  .where('id', number)
  .where('approval', number)
  .use(middleware.page({ entry: 'sites' }))

router
  .group(() => {
    router.put('sites/:id', [Sites, 'update']).as('sites.update')
    router.post('sites/:id/activation', [Statuses, 'store']).as('sites.activate')
    router.put('sites/:id/activation', [Statuses, 'update']).as('sites.reactivate')
    router.delete('sites/:id/activation', [Statuses, 'destroy']).as('sites.archive')
    router
      .put('sites/:id/approvals/:approval/activation', [Approvals, 'update'])
      .as('sites.approvals.activate')
    router.put('sites/:id/approval-policies', [Policies, 'update']).as('sites.approval-policies.update')
    router.put('sites/:id/account-roles/:role', [AccountRoles, 'update']).as('sites.account-roles.update')
    router
      .delete('sites/:id/account-roles/:role', [AccountRoles, 'destroy'])
      .as('sites.account-roles.destroy')
    router.put('sites/:id/paid-for', [PaidCompanies, 'update']).as('sites.paid-for.update')
    router.post('sites/:id/centers', [Centers, 'store']).as('sites.centers.store')
    router.put('sites/:id/centers/:center', [Centers, 'update']).as('sites.centers.update')
    router.post('sites/:id/logo', [Logos, 'store']).as('sites.logo.store')
    router.delete('sites/:id/logo', [Logos, 'destroy']).as('sites.logo.destroy')
    router.post('sites/:id/public-link', [PublicLinks, 'store']).as('sites.public-link.store')
    router.delete('sites/:id/public-link', [PublicLinks, 'destroy']).as('sites.public-link.destroy')
  })
  .where('id', number)
  .where('approval', number)
  .where('center', number)
  .use(middleware.page({ entry: 'sites', roles: [S] }))

// The second person of what somebody else wants to loosen (decision 0054).
router
  .group(() => {
    router
      .post('sites/pending-changes/:change/confirmation', [Confirmations, 'store'])
      .as('sites.pending-changes.confirm')
    router
      .post('sites/pending-changes/:change/rejection', [PendingChanges, 'update'])
      .as('sites.pending-changes.reject')
    router
      .delete('sites/pending-changes/:change', [PendingChanges, 'destroy'])
      .as('sites.pending-changes.withdraw')
  })
  .where('change', number)
  .use([middleware.page({ entry: 'sites' }), middleware.stepUp()])

// What holds for the whole group asks for the second factor again (area 21).
router
  .group(() => {
    router.put('sites/cooling-time', [CoolingTimes, 'update']).as('sites.cooling-time.update')
    router.put('sites/senior-cap', [SeniorCaps, 'update']).as('sites.senior-cap.update')
    router.put('sites/approval-policies', [Policies, 'store']).as('sites.group-approval-policies.update')
  })
  .use([middleware.page({ entry: 'sites', roles: [S] }), middleware.stepUp()])
