import router from '@adonisjs/core/services/router'
import { A, C, S, SC } from '#app/identity/roles'
import { middleware } from '#start/middleware'

const BankAccounts = () => import('#app/accounts/controllers/bank_accounts_controller')
const Statuses = () => import('#app/accounts/controllers/bank_account_statuses_controller')
const Statements = () => import('#app/accounts/controllers/statements_controller')
const StatementPreviews = () => import('#app/accounts/controllers/statement_previews_controller')

router
  .get('accounts', [BankAccounts, 'index'])
  .as('accounts')
  .use(middleware.page({ entry: 'accounts' }))

router
  .get('accounts/:id/edit', [BankAccounts, 'edit'])
  .as('accounts.edit')
  .where('id', router.matchers.number())
  .use(middleware.page({ entry: 'accounts', roles: [S, A, SC, C] }))

router
  .group(() => {
    router.post('accounts', [BankAccounts, 'store']).as('accounts.store')
    router.put('accounts/:id', [BankAccounts, 'update']).as('accounts.update')
    router.put('accounts/:id/status', [Statuses, 'update']).as('accounts.status.update')
  })
  .where('id', router.matchers.number())
  .use(middleware.page({ entry: 'accounts', roles: [S, SC] }))

router
  .group(() => {
    router.get('accounts/:id/statements/create', [Statements, 'create']).as('accounts.statements.create')
    router
      .post('accounts/:id/statements/preview', [StatementPreviews, 'store'])
      .as('accounts.statements.preview')
    router.post('accounts/:id/statements', [Statements, 'store']).as('accounts.statements.store')
    router
      .delete('accounts/:id/statements/:statement', [Statements, 'destroy'])
      .as('accounts.statements.destroy')
  })
  .where('id', router.matchers.number())
  .where('statement', router.matchers.number())
  .use(middleware.page({ entry: 'accounts', roles: [S, SC, C] }))
