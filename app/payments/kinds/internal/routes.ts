import router from '@adonisjs/core/services/router'
import { A, C, S, SC } from '#app/identity/roles'
import { TRANSFERRERS } from '#app/payments/kinds/internal/own_transfer'
import { middleware } from '#start/middleware'

const Transfers = () => import('#app/payments/kinds/internal/own_transfers_controller')
const Targets = () => import('#app/payments/kinds/internal/transfer_targets_controller')

router
  .get('accounts/transfers', [Transfers, 'index'])
  .as('accounts.transfers')
  .use(middleware.page({ entry: 'accounts', roles: [S, A, SC, C] }))

router
  .group(() => {
    router.get('accounts/transfers/accounts', [Targets, 'index']).as('accounts.transfers.accounts')
    router.post('accounts/transfers', [Transfers, 'store']).as('accounts.transfers.store')
  })
  .use(middleware.page({ entry: 'accounts', roles: TRANSFERRERS }))
