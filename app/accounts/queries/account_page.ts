import { ACCOUNT_PROVIDERS, optionsOf } from '#app/accounts/account_labels'
import { type AccountHead, accountProps, shownIban } from '#app/accounts/queries/find_account'
import { seesWholeIban, type Viewer } from '#app/accounts/viewer'
import { statementLineWorkflow } from '#app/accounts/workflows/statement_line_workflow'
import { listEvents, type TimelineEntry } from '#app/audit/list_events'
import { C, S, SC } from '#app/identity/roles'
import { maskIban } from '#app/kernel/iban'

const tabs = ['data', 'movements', 'ledger', 'statements', 'history'] as const
export type AccountTab = (typeof tabs)[number]

/** The tab a query asks for; the first one when it asks for none of ours. */
export const accountTab = (asked: unknown): AccountTab => tabs.find((tab) => tab === asked) ?? 'data'

type Input = { account: AccountHead; viewer: Viewer; tab: AccountTab }

/** Who may bring statements and take them back. */
export const mayImport = ({ role }: Viewer): boolean => [S, SC, C].includes(role)

/** Props of the account's page without its lists; only the tab in view is read. */
export async function editProps({ account, viewer, tab }: Input) {
  const canWrite = [S, SC].includes(viewer.role)
  return {
    account: accountProps(account, viewer),
    tab,
    can_write: canWrite && account.status !== 'closed',
    can_import: mayImport(viewer) && account.canReconcile && account.status !== 'closed',
    form: tab === 'data' ? formValues(account, viewer) : null,
    providers: optionsOf(ACCOUNT_PROVIDERS),
    states: Object.entries(statementLineWorkflow.states).map(([value, { label }]) => ({ value, label })),
    events: tab === 'history' ? await shownEvents(account.id, viewer) : null,
  }
}

/** The history with its IBANs as somebody may see them. */
async function shownEvents(accountId: number, viewer: Viewer): Promise<TimelineEntry[]> {
  const events = await listEvents('bank_account', accountId)
  const shown = (value: unknown) => (typeof value === 'string' ? shownIban(value, viewer) : value)
  return events.map(({ diff, ...event }) => {
    const iban = diff?.iban
    return { ...event, diff: diff && iban ? { ...diff, iban: [shown(iban[0]), shown(iban[1])] } : diff }
  })
}

function formValues(account: AccountHead, viewer: Viewer) {
  const { name, providerCode, iban, bic, holderName, isPayerDefault, sepaSuffix, lockVersion, hasMovements } =
    account
  return {
    name,
    provider_code: providerCode,
    iban: iban === null ? '' : seesWholeIban(viewer) ? iban : maskIban(iban),
    bic: bic ?? '',
    holder_name: holderName ?? '',
    is_payer_default: isPayerDefault,
    sepa_suffix: sepaSuffix,
    lock_version: lockVersion,
    has_movements: hasMovements,
  }
}
