import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import { testConnector } from '#app/connectors/actions/test_connector'
import { actorOf } from '#app/identity/http/request_origin'
import { exportRecords } from '#app/issuing/export/export_records'
import { scopedIssuer, scopedSeries } from '#app/issuing/scoped'
import { findIssuingSettings } from '#app/issuing/settings/issuing_settings'
import { saveCertificate } from '#app/issuing/settings/save_certificate'
import { openSeries, switchSeries } from '#app/issuing/settings/save_series'
import { saveIssuingSettings } from '#app/issuing/settings/save_settings'
import {
  certificateValidator,
  seriesValidator,
  settingsValidator,
  switchValidator,
} from '#app/issuing/validators/issuing_validator'
import { writeZip } from '#app/kernel/documents/zip_writer'
import { DomainError } from '#app/kernel/domain_error'
import { NotFound } from '#app/kernel/http/access_denied'
import { attachmentHeader } from '#app/kernel/http/attachment'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** How a company issues: its mode, its certificate, its series. */
export default class IssuingSettingsController {
  async update(ctx: HttpContext) {
    const siteId = await scopedIssuer(ctx)
    const given = await ctx.request.validateUsing(settingsValidator)
    await saveIssuingSettings({
      siteId,
      input: {
        mode: given.mode,
        verifactuFrom: (given.verifactu_from ?? null) as CalendarDate | null,
        endsInYear: given.ends_in_year ?? null,
        issuerName: given.issuer_name,
        producerName: given.producer_name ?? '',
        producerTaxId: given.producer_tax_id ?? '',
        producerAddress: given.producer_address ?? '',
        declaredPlace: given.declared_place ?? '',
        declaredOn: (given.declared_on ?? null) as CalendarDate | null,
        lockVersion: given.lock_version ?? null,
      },
      actor: actorOf(ctx),
    })
    return done(ctx, 'Cambios guardados.')
  }

  async certificate(ctx: HttpContext) {
    const siteId = await scopedIssuer(ctx)
    const given = await ctx.request.validateUsing(certificateValidator)
    if (!given.file.tmpPath)
      throw new DomainError('E_NO_FILE', 'Elija el fichero del certificado.', { field: 'file' })
    const { message } = await saveCertificate({
      siteId,
      given: {
        file: await readFile(given.file.tmpPath),
        passphrase: given.passphrase ?? '',
        environment: given.environment,
        baseUrl: given.base_url ?? null,
      },
      actor: actorOf(ctx),
    })
    return told(ctx, message, 'Certificado guardado: la AEAT responde.')
  }

  async test(ctx: HttpContext) {
    const siteId = await scopedIssuer(ctx)
    const settings = await findIssuingSettings(siteId)
    if (!settings || settings.connectorId === null)
      throw new DomainError('E_CERTIFICATE', 'La empresa no tiene certificado.')
    const { message } = await testConnector(settings.connectorId, actorOf(ctx))
    return told(ctx, message, 'La AEAT responde.')
  }

  /** The records of a year, to keep elsewhere or to hand over. */
  async export(ctx: HttpContext) {
    const siteId = await scopedIssuer(ctx)
    const settings = await findIssuingSettings(siteId)
    const year = Number(ctx.params.year)
    const files = settings && (await exportRecords(settings, year, actorOf(ctx)))
    if (!files) throw new NotFound()
    ctx.response.header('content-type', 'application/zip')
    ctx.response.header('content-disposition', attachmentHeader(`registros-${settings.taxId}-${year}.zip`))
    ctx.response.header('cache-control', 'private, no-store')
    return ctx.response.stream(Readable.from(writeZip(files)))
  }

  async openSeries(ctx: HttpContext) {
    const siteId = await scopedIssuer(ctx)
    const given = await ctx.request.validateUsing(seriesValidator)
    await openSeries({
      siteId,
      code: given.code,
      treatment: given.treatment,
      isRectifying: given.treatment === 'invoice' && (given.is_rectifying ?? false),
      isYearly: given.is_yearly ?? false,
      actor: actorOf(ctx),
    })
    return done(ctx, `Serie ${given.code} creada.`)
  }

  async switchSeries(ctx: HttpContext) {
    const series = await scopedSeries(ctx)
    const { is_active: isActive } = await ctx.request.validateUsing(switchValidator)
    await switchSeries(series, isActive, actorOf(ctx))
    return done(ctx, isActive ? 'Serie abierta de nuevo.' : 'Serie cerrada.')
  }
}

function done({ session, response }: HttpContext, message: string) {
  session.flash('success', message)
  return response.redirect().withQs().back()
}

/** What was kept is kept; whether the other side answers is told apart. */
function told(ctx: HttpContext, problem: string | null, success: string) {
  ctx.session.flash(problem === null ? 'success' : 'warning', problem ?? success)
  return ctx.response.redirect().withQs().back()
}
