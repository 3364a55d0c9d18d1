import { answerPorts } from '#app/banking/answers'
import { registerBank } from '#app/banking/bank_provider'
import { invariants } from '#app/banking/invariants'
import { pathOf } from '#app/banking/pages/bank_path'
import { ALL_BANKS } from '#app/banking/providers/all_banks'
import { followConnectors } from '#app/connectors/connector_followers'
import { handleEvents } from '#app/connectors/event_handlers'
import { registerProvider } from '#app/connectors/provider'
import { defineArea } from '#app/kernel/area'

/** Accounts at banks that connections lead to: their balances, movements, beneficiaries and quotes. */
export const banking = defineArea({
  name: 'banking',
  floor: 11,
  tables: [
    'provider_syncs',
    'provider_accounts',
    'provider_transactions',
    'provider_transaction_changes',
    'provider_beneficiaries',
    'provider_quotes',
    'provider_purposes',
  ],
  /** The pages of all banks are one set: the path of the bank lights its entry. */
  menu: Object.fromEntries(ALL_BANKS.map(({ connector }) => [pathOf(connector), []])),
  routes: [() => import('#app/banking/routes')],
  invariants,
  jobs: [
    async () => (await import('#app/banking/jobs/sync_connection_job')).syncConnectionJob,
    async () => (await import('#app/banking/jobs/sync_banks_job')).syncBanksJob,
    async () => (await import('#app/banking/jobs/sync_banks_job')).rereadBanksJob,
  ],
  refusals: {
    CB010: 'La cuenta del proveedor y la cuenta principal han de ser de la misma empresa y divisa.',
    CB011: 'Lo que el banco ya ha contabilizado no se modifica: recargue la página.',
    CB012: 'Los datos del proveedor no se eliminan ni se cambian.',
  },
  /** The frame learns which banks there are; what it tells of connections and events is followed here. */
  boot() {
    answerPorts()
    for (const bank of ALL_BANKS) {
      registerProvider(bank.connector)
      registerBank(bank)
    }
    handleEvents(async (event) =>
      (await import('#app/banking/events/handle_bank_event')).handleBankEvent(event)
    )
    followConnectors(async (turn, trx) =>
      (await import('#app/banking/actions/follow_connector')).followConnector(turn, trx)
    )
  },
})
