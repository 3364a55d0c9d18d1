import { readFile } from 'node:fs/promises'
import type { HttpContext } from '@adonisjs/core/http'
import { uploadBytes } from '#app/files/uploads'
import { actorOf } from '#app/identity/http/request_origin'
import { scopeOf } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { DomainError } from '#app/kernel/domain_error'
import { NotFound } from '#app/kernel/http/access_denied'
import { uuidParam } from '#app/kernel/http/uuid_param'
import { counted } from '#app/kernel/text/counted'
import { SUPPLIER_COLUMNS } from '#app/payments/kinds/supplier/supplier_rows'
import { readSupplierPayments } from '#app/payments/kinds/supplier/supplier_upload'
import {
  takeSupplierPayments,
  undoSupplierPayments,
} from '#app/payments/kinds/supplier/take_supplier_payments'
import { findUpload, listUploads, uploadPreview } from '#app/payments/uploads/find_uploads'
import { keepUpload, mapUpload, processUpload, undoUpload } from '#app/payments/uploads/take_uploads'
import { chosenMapping } from '#app/payments/uploads/upload_columns'
import {
  mappingValidator,
  processSuppliersValidator,
  uploadValidator,
} from '#app/payments/validators/payment_validator'

const KIND = 'supplier'

/** Payments to suppliers from a file: kept, looked at, its valid rows ordered, taken back as a whole. */
export default class SupplierUploadsController {
  async create(ctx: HttpContext) {
    const { upload, without_invoice: without } = ctx.request.qs() as Record<string, unknown>
    const withoutInvoice = without === '1'
    const all = Object.values(SUPPLIER_COLUMNS)
    return ctx.inertia.render('payments/suppliers/create', {
      preview: upload === undefined ? null : await this.preview(ctx, uuidParam(upload), withoutInvoice),
      withoutInvoice,
      imports: await listUploads(KIND, scopeOf(ctx)),
      columns: {
        needed: all.filter(({ isNeeded }) => isNeeded).map(({ label }) => label),
        further: all.filter(({ isNeeded }) => !isNeeded).map(({ label }) => label),
      },
    })
  }

  private async preview(ctx: HttpContext, uploadId: string, withoutInvoice: boolean) {
    const upload = await findUpload({ uploadId, kind: KIND, userId: requireSignedIn(ctx).user.id })
    if (!upload) throw new NotFound()
    const bytes = await uploadBytes(upload.fileId)
    const read = await readSupplierPayments(bytes, {
      mapping: upload.mapping,
      scope: scopeOf(ctx),
      withoutInvoice,
    })
    return uploadPreview(upload, read, SUPPLIER_COLUMNS)
  }

  /** Keeps the file and leads to its preview; nothing is ordered. */
  async store(ctx: HttpContext) {
    const { file } = await ctx.request.validateUsing(uploadValidator)
    if (!file.tmpPath) throw new DomainError('E_FILE', 'Seleccione un archivo.', { field: 'file' })
    const bytes = await readFile(file.tmpPath)
    const triedBy = requireSignedIn(ctx).user.id
    await readSupplierPayments(bytes, { mapping: {}, scope: scopeOf(ctx), triedBy, withoutInvoice: false })
    const id = await keepUpload({ kind: KIND, name: file.clientName, bytes }, actorOf(ctx))
    return ctx.response.redirect(`/paysuppliers/upload?upload=${id}`)
  }

  async update(ctx: HttpContext) {
    const uploadId = uuidParam(ctx.params.upload)
    const { mapping } = await ctx.request.validateUsing(mappingValidator)
    await mapUpload(
      { uploadId, userId: requireSignedIn(ctx).user.id },
      chosenMapping(mapping, SUPPLIER_COLUMNS)
    )
    return ctx.response.redirect(`/paysuppliers/upload?upload=${uploadId}`)
  }

  /** Orders the valid rows. */
  async process(ctx: HttpContext) {
    const actor = actorOf(ctx)
    const { without_invoice: withoutInvoice = false } =
      await ctx.request.validateUsing(processSuppliersValidator)
    const count = await processUpload(
      {
        uploadId: uuidParam(ctx.params.upload),
        kind: KIND,
        userId: requireSignedIn(ctx).user.id,
        scope: scopeOf(ctx),
        read: (bytes, asked, trx) => readSupplierPayments(bytes, { ...asked, withoutInvoice }, trx),
        take: (payments, uploadId, trx) => takeSupplierPayments(payments, { actor, uploadId }, trx),
        siteOf: ({ siteId }) => siteId,
      },
      actor
    )
    ctx.session.flash('success', count === 1 ? '1 pago creado.' : `${count} pagos creados.`)
    return ctx.response.redirect('/paysuppliers?tab=draft')
  }

  async destroy(ctx: HttpContext) {
    const actor = actorOf(ctx)
    const count = await undoUpload(
      {
        uploadId: uuidParam(ctx.params.upload),
        kind: KIND,
        scope: scopeOf(ctx),
        undo: (taken, reason, trx) => undoSupplierPayments(taken, reason, actor, trx),
      },
      actor
    )
    ctx.session.flash('success', `Fichero deshecho: ${counted(count, 'pago cancelado', 'pagos cancelados')}.`)
    return ctx.response.redirect('/paysuppliers/upload')
  }
}
