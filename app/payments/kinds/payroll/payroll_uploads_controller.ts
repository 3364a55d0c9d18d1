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
import { PAYROLL_COLUMNS } from '#app/payments/kinds/payroll/payroll_rows'
import { readPayroll } from '#app/payments/kinds/payroll/payroll_upload'
import { findUpload, listUploads, uploadPreview } from '#app/payments/uploads/find_uploads'
import { keepUpload, mapUpload, processUpload, undoUpload } from '#app/payments/uploads/take_uploads'
import { chosenMapping } from '#app/payments/uploads/upload_columns'
import { mappingValidator, uploadValidator } from '#app/payments/validators/payment_validator'
import { cancelPayroll } from '#app/payroll/actions/cancel_payroll'
import { createPayroll } from '#app/payroll/actions/create_payroll'

const KIND = 'payroll'

/** A payroll from a file: kept, looked at, its valid rows taken on, taken back as a whole. */
export default class PayrollUploadsController {
  async create(ctx: HttpContext) {
    const asked = (ctx.request.qs() as Record<string, unknown>).upload
    const scope = scopeOf(ctx)
    return ctx.inertia.render('payments/payrolls/create', {
      preview: asked === undefined ? null : await this.preview(ctx, uuidParam(asked)),
      imports: await listUploads(KIND, scope),
      columns: columnNames(),
    })
  }

  private async preview(ctx: HttpContext, uploadId: string) {
    const upload = await findUpload({ uploadId, kind: KIND, userId: requireSignedIn(ctx).user.id })
    if (!upload) throw new NotFound()
    const bytes = await uploadBytes(upload.fileId)
    const read = await readPayroll(bytes, { mapping: upload.mapping, scope: scopeOf(ctx) })
    return uploadPreview(upload, read, PAYROLL_COLUMNS)
  }

  /** Keeps the file and leads to its preview; nothing is taken on. */
  async store(ctx: HttpContext) {
    const { file } = await ctx.request.validateUsing(uploadValidator)
    if (!file.tmpPath) throw new DomainError('E_FILE', 'Seleccione un archivo.', { field: 'file' })
    const bytes = await readFile(file.tmpPath)
    const triedBy = requireSignedIn(ctx).user.id
    await readPayroll(bytes, { mapping: {}, scope: scopeOf(ctx), triedBy })
    const id = await keepUpload({ kind: KIND, name: file.clientName, bytes }, actorOf(ctx))
    return ctx.response.redirect(`/paypayrolls/upload?upload=${id}`)
  }

  /** Says which heading stands for which column. */
  async update(ctx: HttpContext) {
    const uploadId = uuidParam(ctx.params.upload)
    const { mapping } = await ctx.request.validateUsing(mappingValidator)
    await mapUpload(
      { uploadId, userId: requireSignedIn(ctx).user.id },
      chosenMapping(mapping, PAYROLL_COLUMNS)
    )
    return ctx.response.redirect(`/paypayrolls/upload?upload=${uploadId}`)
  }

  /** Takes on the valid rows. */
  async process(ctx: HttpContext) {
    const actor = actorOf(ctx)
    const count = await processUpload(
      {
        uploadId: uuidParam(ctx.params.upload),
        kind: KIND,
        userId: requireSignedIn(ctx).user.id,
        scope: scopeOf(ctx),
        read: readPayroll,
        take: async (drafts, uploadId, trx) =>
          (await createPayroll(drafts, { actor, uploadId }, trx)).map((id) => ({
            type: 'payroll_payment',
            id,
          })),
        siteOf: ({ siteId }) => siteId,
      },
      actor
    )
    ctx.session.flash('success', count === 1 ? '1 nómina importada.' : `${count} nóminas importadas.`)
    return ctx.response.redirect('/paypayrolls/process')
  }

  async destroy(ctx: HttpContext) {
    const actor = actorOf(ctx)
    const count = await undoUpload(
      {
        uploadId: uuidParam(ctx.params.upload),
        kind: KIND,
        scope: scopeOf(ctx),
        undo: (taken, reason, trx) =>
          cancelPayroll({ payrollIds: taken.map(({ id }) => id), reason, actor }, trx),
      },
      actor
    )
    ctx.session.flash(
      'success',
      `Fichero deshecho: ${counted(count, 'nómina cancelada', 'nóminas canceladas')}.`
    )
    return ctx.response.redirect('/paypayrolls/upload')
  }
}

function columnNames(): { needed: string[]; further: string[] } {
  const all = Object.values(PAYROLL_COLUMNS)
  return {
    needed: all.filter(({ isNeeded }) => isNeeded).map(({ label }) => label),
    further: all.filter(({ isNeeded }) => !isNeeded).map(({ label }) => label),
  }
}
