import type { HttpContext } from '@adonisjs/core/http'
import { changeConnection } from '#app/banking/pages/acts/change_connection'
import { bankHead, bankOfRoute } from '#app/banking/pages/bank_page'
import { pathOf } from '#app/banking/pages/bank_path'
import { connectionForm, connectionProps, TESTED } from '#app/banking/pages/connection_page'
import { settingsWith, writtenSecrets } from '#app/banking/pages/given_connection'
import { isBookable } from '#app/banking/pages/queries/ledger_choices'
import { scopedConnector } from '#app/banking/pages/scoped'
import {
  connectionValidator,
  newConnectionValidator,
} from '#app/banking/pages/validators/connection_validator'
import { createConnector } from '#app/connectors/actions/create_connector'
import { actorOf } from '#app/identity/http/request_origin'
import { assertCompany } from '#app/identity/http/scope'
import { DomainError } from '#app/kernel/domain_error'

/** Connections to a bank: making one, and all that may be changed of it. */
export default class ConnectionsController {
  create(ctx: HttpContext) {
    return ctx.inertia.render('banking/connections/create', {
      bank: bankHead(ctx),
      form: connectionForm(ctx),
      steps: bankOfRoute(ctx).steps,
    })
  }

  async store(ctx: HttpContext) {
    const { connector } = bankOfRoute(ctx)
    const given = await ctx.request.validateUsing(newConnectionValidator)
    await assertCompany(ctx, given.site_id)
    await assertFeeAccount(given.site_id, given.fee_account_id)
    const { id, outcome } = await createConnector(
      {
        provider: connector.code,
        siteId: given.site_id,
        label: given.label,
        environment: given.environment,
        baseUrl: given.base_url ?? null,
        credentials: writtenSecrets(given.credentials),
        settings: settingsWith({}, given, connector),
      },
      actorOf(ctx)
    )
    ctx.session.flash('success', `Conexión «${given.label}» creada.`)
    ctx.session.flash(TESTED, outcome)
    return ctx.response.redirect().toPath(`/${pathOf(connector)}/${id}/edit`)
  }

  async edit(ctx: HttpContext) {
    return ctx.inertia.render(
      'banking/connections/edit',
      await connectionProps(ctx, await scopedConnector(ctx))
    )
  }

  async update(ctx: HttpContext) {
    const { bank, connector } = await scopedConnector(ctx)
    const given = await ctx.request.validateUsing(connectionValidator)
    await assertFeeAccount(connector.siteId, given.fee_account_id)
    const outcome = await changeConnection(
      connector,
      {
        label: given.label,
        environment: given.environment,
        baseUrl: given.base_url ?? null,
        settings: settingsWith(connector.settings, given, bank.connector),
        credentials: writtenSecrets(given.credentials),
        lockVersion: given.lock_version,
      },
      actorOf(ctx)
    )
    if (outcome) ctx.session.flash(TESTED, outcome)
    ctx.session.flash('success', 'Conexión guardada.')
    return ctx.response.redirect().withQs().back()
  }
}

/** Fees are booked on an account of the company that may be booked on. */
async function assertFeeAccount(siteId: number, id: number | null | undefined): Promise<void> {
  if (id && !(await isBookable(siteId, id)))
    throw new DomainError('E_ACCOUNT', 'Elija una cuenta de detalle del plan de la empresa.', {
      field: 'fee_account_id',
    })
}
