import router from '@adonisjs/core/services/router'
import { allBanks, type BankProvider } from '#app/banking/bank_provider'
import { pathOf } from '#app/banking/pages/bank_path'
import { beneficiaryMakers, CONNECTORS, payers } from '#app/banking/pages/roles'
import { A, S } from '#app/identity/roles'
import { middleware } from '#start/middleware'

const Accounts = () => import('#app/banking/pages/controllers/bank_accounts_controller')
const Connections = () => import('#app/banking/pages/controllers/connections_controller')
const Credentials = () => import('#app/banking/pages/controllers/credentials_controller')
const Tests = () => import('#app/banking/pages/controllers/connection_tests_controller')
const Pauses = () => import('#app/banking/pages/controllers/connection_pauses_controller')
const Ends = () => import('#app/banking/pages/controllers/connection_ends_controller')
const Consents = () => import('#app/banking/pages/controllers/consents_controller')
const Links = () => import('#app/banking/pages/controllers/account_links_controller')
const Syncs = () => import('#app/banking/pages/controllers/syncs_controller')
const Calls = () => import('#app/banking/pages/controllers/calls_controller')
const Ledger = () => import('#app/banking/pages/controllers/ledger_choices_controller')
const Reports = () => import('#app/banking/pages/controllers/reports_controller')
const Virtuals = () => import('#app/banking/pages/controllers/virtual_movements_controller')
const Documentation = () => import('#app/banking/pages/controllers/documentation_controller')
const Beneficiaries = () => import('#app/banking/pages/controllers/beneficiaries_controller')
const Forms = () => import('#app/banking/pages/controllers/beneficiary_forms_controller')
const Verifications = () => import('#app/banking/pages/controllers/beneficiary_verifications_controller')
const Suppliers = () => import('#app/banking/pages/controllers/beneficiary_suppliers_controller')
const Checks = () => import('#app/banking/pages/controllers/payee_checks_controller')
const Quotes = () => import('#app/banking/pages/controllers/quotes_controller')
const Transfers = () => import('#app/banking/pages/controllers/transfers_controller')
const Exchanges = () => import('#app/banking/pages/controllers/exchanges_controller')

// One set of pages, once for each bank: a new bank brings its path and what it has.
for (const bank of allBanks()) {
  const path = pathOf(bank.connector)
  router
    .group(() => {
      registerReading(bank, path)
      registerConnecting(path)
      if (bank.beneficiaries) registerBeneficiaries(bank, path)
      registerPaying(bank, path)
    })
    .where('id', router.matchers.number())
    .where('account', router.matchers.number())
    .where('call', router.matchers.number())
    .where('beneficiary', router.matchers.number())
    .where('virtualAccount', router.matchers.number())
}

/** What everybody sees who sees the bank. */
function registerReading({ pages, quotes }: BankProvider, path: string): void {
  router
    .group(() => {
      router.get(path, [Accounts, 'index']).as(path)
      router.get(`${path}/accounts/:account`, [Accounts, 'show']).as(`${path}.show`)
      router.get(`${path}/accounts/:account/report`, [Reports, 'show']).as(`${path}.report`)
      router.post(`${path}/:id/sync`, [Syncs, 'store']).as(`${path}.sync`)
      if (pages.includes('virtual'))
        router
          .get(`${path}/accounts/:account/virtual/:virtualAccount`, [Virtuals, 'index'])
          .as(`${path}.virtual`)
      if (pages.includes('documentation')) {
        router.get(`${path}/documentation`, [Documentation, 'show']).as(`${path}.documentation`)
        router.get(`${path}/:id/documentation`, [Documentation, 'show']).as(`${path}.documentation.show`)
      }
      if (quotes) {
        router.get(`${path}/:id/quotes`, [Quotes, 'index']).as(`${path}.quotes`)
        router.post(`${path}/:id/quotes`, [Quotes, 'store']).as(`${path}.quotes.store`)
      }
    })
    .use(middleware.page({ entry: path }))
}

/** What only those do who connect banks; whatever changes a connection asks for the second factor again. */
function registerConnecting(path: string): void {
  router
    .group(() => {
      router.get(`${path}/create`, [Connections, 'create']).as(`${path}.create`)
      router.get(`${path}/:id/edit`, [Connections, 'edit']).as(`${path}.edit`)
      router.post(`${path}/:id/test`, [Tests, 'store']).as(`${path}.test`)
      router.get(`${path}/:id/calls`, [Calls, 'index']).as(`${path}.calls`)
      router.get(`${path}/:id/calls/:call`, [Calls, 'show']).as(`${path}.calls.show`)
    })
    .use(middleware.page({ entry: path, roles: CONNECTORS }))
  router
    .group(() => {
      router.post(path, [Connections, 'store']).as(`${path}.store`)
      router.put(`${path}/:id`, [Connections, 'update']).as(`${path}.update`)
      router.put(`${path}/:id/credentials`, [Credentials, 'update']).as(`${path}.credentials`)
      router.post(`${path}/:id/pause`, [Pauses, 'store']).as(`${path}.pause`)
      router.delete(`${path}/:id/pause`, [Pauses, 'destroy']).as(`${path}.resume`)
      router.post(`${path}/:id/reconnect`, [Tests, 'update']).as(`${path}.reconnect`)
      router.post(`${path}/:id/consent`, [Consents, 'store']).as(`${path}.consent`)
      router.put(`${path}/accounts/:account/link`, [Links, 'update']).as(`${path}.link`)
      router.delete(`${path}/accounts/:account/link`, [Links, 'destroy']).as(`${path}.unlink`)
    })
    .use([middleware.page({ entry: path, roles: CONNECTORS }), middleware.stepUp()])
  router
    .post(`${path}/:id/disable`, [Ends, 'store'])
    .as(`${path}.disable`)
    .use([middleware.page({ entry: path, roles: [S] }), middleware.stepUp()])
}

/** Recipients have pages of their own where the bank tells their fields by currency and country; elsewhere a dialog makes them. */
function registerBeneficiaries({ pages }: BankProvider, path: string): void {
  const name = pages.includes('recipients') ? 'recipients' : 'beneficiaries'
  router
    .get(`${path}/:id/${name}`, [Beneficiaries, 'index'])
    .as(`${path}.${name}`)
    .use(middleware.page({ entry: path }))
  const roles = beneficiaryMakers(path)
  router
    .group(() => {
      router.get(`${path}/:id/${name}/create`, [Beneficiaries, 'create']).as(`${path}.${name}.create`)
      router.post(`${path}/:id/${name}/form`, [Forms, 'store']).as(`${path}.${name}.form`)
      router.post(`${path}/:id/${name}/:beneficiary/check`, [Checks, 'store']).as(`${path}.${name}.check`)
      router
        .get(`${path}/:id/${name}/:beneficiary/supplier`, [Suppliers, 'index'])
        .as(`${path}.${name}.suppliers`)
    })
    .use(middleware.page({ entry: path, roles }))
  router
    .group(() => {
      router.post(`${path}/:id/${name}`, [Beneficiaries, 'store']).as(`${path}.${name}.store`)
      router
        .post(`${path}/:id/${name}/:beneficiary/verification`, [Verifications, 'store'])
        .as(`${path}.${name}.verify`)
      router
        .put(`${path}/:id/${name}/:beneficiary/supplier`, [Suppliers, 'update'])
        .as(`${path}.${name}.supplier`)
    })
    .use([middleware.page({ entry: path, roles }), middleware.stepUp()])
  router
    .post(`${path}/:id/${name}/:beneficiary/cooling-waiver`, [Verifications, 'waive'])
    .as(`${path}.${name}.waive`)
    .use([middleware.page({ entry: path, roles: [A] }), middleware.stepUp()])
}

/** Orders of payments, and the accounts of the plan that they and the fees are booked on: none of them sends money. */
function registerPaying({ pages, beneficiaries, gateway }: BankProvider, path: string): void {
  router
    .group(() => {
      router.get(`${path}/ledger-accounts`, [Ledger, 'index']).as(`${path}.ledger-accounts`)
      if (beneficiaries && gateway) {
        const name = pages.includes('payment') ? 'payment' : 'transfer'
        router.get(`${path}/:id/${name}`, [Transfers, 'create']).as(`${path}.${name}`)
        router.post(`${path}/:id/${name}`, [Transfers, 'store']).as(`${path}.${name}.store`)
      }
      if (pages.includes('generate')) {
        router.get(`${path}/:id/generate`, [Exchanges, 'create']).as(`${path}.generate`)
        router.post(`${path}/:id/generate`, [Exchanges, 'store']).as(`${path}.generate.store`)
      }
    })
    .use(middleware.page({ entry: path, roles: payers(path) }))
}
