import {
  ACCOUNT_COLORS,
  ACCOUNT_PROVIDERS,
  PAIN_VERSIONS,
  PAYMENT_CHANNELS,
  SEPA_CHARSETS,
} from '#app/accounts/account_labels'
import { useOf } from '#app/accounts/actions/delete_bank_account'
import { bankDifference } from '#app/accounts/ports'
import { type AccountHead, accountProps, shownIban } from '#app/accounts/queries/find_account'
import { parentOptions } from '#app/accounts/queries/form_options'
import { listAccountPermissions } from '#app/accounts/queries/list_account_permissions'
import { listBankProfiles } from '#app/accounts/queries/list_bank_profiles'
import { listCurrencies } from '#app/accounts/queries/list_currencies'
import { canKeepBooks, canReconcile, seesWholeIban, type Viewer } from '#app/accounts/viewer'
import { statementLineWorkflow } from '#app/accounts/workflows/statement_line_workflow'
import { listEvents, type TimelineEntry } from '#app/audit/list_events'
import { A, S, SC } from '#app/identity/roles'
import { maskIban } from '#app/kernel/identifiers/iban'
import { decimalText } from '#app/kernel/money/money'
import { optionsOf } from '#app/kernel/text/labels'

const tabs = ['data', 'movements', 'ledger', 'statements', 'permissions', 'history'] as const
export type AccountTab = (typeof tabs)[number]

/** The tab a query asks for; the first one when it asks for none of ours. */
export const accountTab = (asked: unknown): AccountTab => tabs.find((tab) => tab === asked) ?? 'data'

type Input = { account: AccountHead; viewer: Viewer; tab: AccountTab }

/** Who reads what each person may do with an account; accounting does not. */
const readsPermissions = ({ role }: Viewer): boolean => [S, A, SC].includes(role)

/** Props of the account's page without its lists; only the tab in view is read. */
export async function editProps({ account, viewer, tab }: Input) {
  const canKeep = canKeepBooks(viewer)
  const canWrite = canKeep && account.status !== 'closed'
  return {
    account: accountProps(account, viewer),
    difference: await bankDifference.one()(account),
    canWrite,
    canReconcile: canReconcile(viewer, account),
    canImport: canReconcile(viewer, account) && account.status !== 'closed',
    canDelete: canKeep && (await useOf(account.id)) === null,
    canSeePermissions: readsPermissions(viewer),
    canGrant: canKeep,
    data: tab === 'data' ? await dataProps(account, viewer) : null,
    permissions:
      tab === 'permissions' && readsPermissions(viewer)
        ? await listAccountPermissions(account, viewer)
        : null,
    states: Object.entries(statementLineWorkflow.states).map(([value, { label }]) => ({ value, label })),
    events: tab === 'history' ? await shownEvents(account, viewer) : null,
  }
}

async function dataProps(account: AccountHead, viewer: Viewer) {
  return {
    form: formValues(account, viewer),
    opening: { minor: account.openingBalanceMinor, currency: account.currency },
    openedOn: account.openedOn,
    providers: optionsOf(ACCOUNT_PROVIDERS),
    currencies: await listCurrencies(),
    colors: optionsOf(ACCOUNT_COLORS),
    parents: account.kind === 'card' ? await parentOptions(account, viewer, account.parentAccountId) : null,
    profiles: await listBankProfiles(),
    bankProfileId: account.bankProfileId,
    painVersions: optionsOf(PAIN_VERSIONS),
    charsets: optionsOf(SEPA_CHARSETS),
    channels: optionsOf(PAYMENT_CHANNELS),
  }
}

/** The history of an account and of the profile its files follow, newest first, with its IBANs as somebody may see them. */
async function shownEvents(account: AccountHead, viewer: Viewer): Promise<TimelineEntry[]> {
  const profile = account.bankProfileId ? await listEvents('bank_profile', account.bankProfileId) : []
  const events = [...(await listEvents('bank_account', account.id)), ...profile]
  const shown = (value: unknown) => (typeof value === 'string' ? shownIban(value, viewer) : value)
  return events
    .toSorted((one, other) => other.at.localeCompare(one.at) || other.id - one.id)
    .map(({ diff, ...event }) => {
      const iban = diff?.iban
      return { ...event, diff: diff && iban ? { ...diff, iban: [shown(iban[0]), shown(iban[1])] } : diff }
    })
}

function formValues(account: AccountHead, viewer: Viewer) {
  const { name, providerCode, currency, iban, bic, holderName, isPayerDefault, sepaSuffix, lockVersion } =
    account
  return {
    name,
    providerCode,
    currency,
    iban: iban === null ? '' : seesWholeIban(viewer) ? iban : maskIban(iban),
    bic: bic ?? '',
    holderName: holderName ?? '',
    parentAccountId: account.parentAccountId === null ? null : String(account.parentAccountId),
    isPayerDefault,
    sepaSuffix,
    color: account.color,
    sort: String(account.sort),
    feePercent: account.feeBasisPoints === 0 ? '' : decimalText(account.feeBasisPoints),
    feeFixed: account.feeFixedMinor === 0 ? '' : decimalText(account.feeFixedMinor, currency),
    lockVersion,
    hasMovements: account.hasMovements,
    hasLines: account.hasLines,
    isBank: account.kind === 'bank',
  }
}
