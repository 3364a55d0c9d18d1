import type { HttpContext } from '@adonisjs/core/http'
import { listEvents } from '#app/audit/list_events'
import { bankHead, bankOfRoute } from '#app/banking/pages/bank_page'
import { connectionTroubles, consentText } from '#app/banking/pages/queries/connection_troubles'
import { feeAccount } from '#app/banking/pages/queries/ledger_choices'
import { linkChoices, linkedAccounts } from '#app/banking/pages/queries/linked_accounts'
import type { scopedConnector } from '#app/banking/pages/scoped'
import type { TestOutcome } from '#app/connectors/actions/connector_input'
import { environmentLabels } from '#app/connectors/connector_labels'
import { connectorWorkflow } from '#app/connectors/workflows/connector_workflow'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { optionsOf } from '#app/kernel/text/labels'

/** Where what a test found is kept until the next page shows it. */
export const TESTED = 'connection_tested'

/** What the form of a connection offers, of whatever bank: fields of its credentials and environments. */
export function connectionForm(ctx: HttpContext) {
  const { connector } = bankOfRoute(ctx)
  return {
    fields: connector.credentials.map(({ key, label, kind, isNeeded, help }) => ({
      key,
      label,
      kind,
      isNeeded,
      help: help ?? null,
    })),
    choices: (connector.choices ?? []).map(({ key, label, help }) => ({ key, label, help })),
    switches: [...(connector.switches ?? [])],
    environments: optionsOf(environmentLabels),
    hasConsent: connector.consent !== undefined,
  }
}

type Found = Awaited<ReturnType<typeof scopedConnector>>

/** Props of the page of a connection: nothing secret but last four and day of what was written. */
export async function connectionProps(ctx: HttpContext, { bank, connector }: Found) {
  const { id: userId, role } = requireSignedIn(ctx).user
  const { settings } = connector
  return {
    bank: bankHead(ctx),
    form: connectionForm(ctx),
    connection: {
      id: connector.id,
      label: connector.label,
      site: connector.site,
      siteId: connector.siteId,
      status: { label: connector.status.label, tone: connector.status.tone },
      statusReason: connector.statusReason,
      environment: connector.environment.label,
      lastSyncAt: connector.lastSyncAt,
      lastOkAt: connector.lastOkAt,
      lastError: connector.lastError,
      lastErrorAt: connector.lastErrorAt,
      nextTryAt: connector.nextTryAt,
      blockedUntil: connector.blockedUntil,
      consent: consentText(connector),
      canConsent: connector.consentLacks?.length === 0,
      needsConsent: connector.needsConsent,
      isActive: connector.status.code === 'active',
      isSubscribed: connector.isSubscribed,
      acts: connectorWorkflow.available(connector.status.code, role),
    },
    values: {
      label: connector.label,
      environment: connector.environment.code,
      baseUrl: connector.environment.code === 'sandbox_local' ? connector.baseUrl : '',
      choices: Object.fromEntries(
        (bank.connector.choices ?? []).map(({ key }) => [key, String(settings[key] ?? '')])
      ),
      switches: Object.fromEntries(
        (bank.connector.switches ?? []).map(({ key }) => [key, settings[key] === true])
      ),
      lockVersion: connector.lockVersion,
    },
    feeAccount: await feeAccount(connector.siteId, settings.fee_account_id),
    hints: connector.hints,
    troubles: connectionTroubles([connector]),
    tested: (ctx.session.flashMessages.get(TESTED) ?? null) as TestOutcome | null,
    accounts: await linkedAccounts(connector.id, userId),
    choices: await linkChoices(connector.siteId, userId),
    events: await listEvents('connector', connector.id),
  }
}
