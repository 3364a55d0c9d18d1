import { readFile } from 'node:fs/promises'
import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { S } from '#app/identity/roles'
import { assertFileBytes } from '#app/imports/tables/file_limits'
import { DomainError } from '#app/kernel/domain_error'
import { uuidParam } from '#app/kernel/http/uuid_param'
import { counted } from '#app/kernel/text/counted'
import {
  importLegacyPayments,
  undoLegacyImport,
  uploadLegacyPayments,
} from '#app/reports/actions/import_legacy_payments'
import { assertOwnFile } from '#app/reports/own_file'
import { listLegacyImports, previewLegacyImport } from '#app/reports/queries/legacy_import'
import { legacyImportValidator, legacyUploadValidator } from '#app/reports/validators/legacy_import_validator'

/** Payments of before the product, from an XLSX file: kept, looked at, imported, taken back. */
export default class PaymentImportsController {
  async create(ctx: HttpContext) {
    const { user, siteIds } = requireSignedIn(ctx)
    const fileId = Number(ctx.request.input('file'))
    const isChosen = Number.isSafeInteger(fileId) && fileId > 0
    if (isChosen) await assertOwnFile(fileId, user.id)
    return ctx.inertia.render('reports/payment_imports/create', {
      preview: isChosen ? await previewLegacyImport({ fileId, siteIds }) : null,
      imports: await listLegacyImports({ canUndo: user.role === S }),
    })
  }

  /** Keeps the file and leads to its preview; nothing is imported. A file that cannot be read at all is refused here. */
  async upload(ctx: HttpContext) {
    const { file } = await ctx.request.validateUsing(legacyUploadValidator)
    if (!file.tmpPath) throw new DomainError('E_FILE', 'Seleccione un archivo.', { field: 'file' })
    assertFileBytes(file.size)
    const { siteIds } = requireSignedIn(ctx)
    const bytes = await readFile(file.tmpPath)
    const id = await uploadLegacyPayments({ name: file.clientName, bytes }, { siteIds, actor: actorOf(ctx) })
    return ctx.response.redirect(`/historypay/imports/create?file=${id}`)
  }

  async store(ctx: HttpContext) {
    const { file_id: fileId, accept_errors: accepts } = await ctx.request.validateUsing(legacyImportValidator)
    const { user, siteIds } = requireSignedIn(ctx)
    await assertOwnFile(fileId, user.id)
    const { imported, repeated } = await importLegacyPayments(
      { fileId, siteIds, unreadable: accepts ? 'leave_out' : 'refuse' },
      actorOf(ctx)
    )
    ctx.session.flash(
      'success',
      `${counted(imported, 'pago importado', 'pagos importados')}.${repeated > 0 ? ` Ya importado: ${counted(repeated, 'fila omitida', 'filas omitidas')}.` : ''}`
    )
    return ctx.response.redirect('/historypay?origin=import')
  }

  async destroy(ctx: HttpContext) {
    const removed = await undoLegacyImport(uuidParam(ctx.params.batch), actorOf(ctx))
    ctx.session.flash(
      'success',
      `Importación deshecha: ${counted(removed, 'pago retirado', 'pagos retirados')}.`
    )
    return ctx.response.redirect('/historypay/imports/create')
  }
}
