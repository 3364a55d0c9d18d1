import type { HttpContext } from '@adonisjs/core/http'
import { addDocument, removeDocument, takeDocument } from '#app/employees/actions/documents'
import { scopedEmployee } from '#app/employees/scoped'
import { documentValidator } from '#app/employees/validators/employee_validator'
import { sentPaper } from '#app/files/paper'
import { sendFile } from '#app/files/send_file'
import { actorOf } from '#app/identity/http/request_origin'
import { DomainError } from '#app/kernel/domain_error'
import { NotFound } from '#app/kernel/http/access_denied'

export default class EmployeeDocumentsController {
  async store(ctx: HttpContext) {
    const { id } = await scopedEmployee(ctx)
    const { file, kind } = await ctx.request.validateUsing(documentValidator)
    const paper = await sentPaper(file, 'files')
    if (!paper) throw new DomainError('E_FILE', 'Seleccione un archivo.', { field: 'files' })
    await addDocument(id, { kind, ...paper }, actorOf(ctx))
    ctx.session.flash('success', 'Documento subido.')
    return ctx.response.redirect().withQs().back()
  }

  async show(ctx: HttpContext) {
    const employee = await scopedEmployee(ctx)
    const file = await takeDocument(employee, Number(ctx.params.document), actorOf(ctx))
    if (!file) throw new NotFound()
    return sendFile(ctx, file)
  }

  async destroy(ctx: HttpContext) {
    const { id } = await scopedEmployee(ctx)
    await removeDocument(id, Number(ctx.params.document), actorOf(ctx))
    ctx.session.flash('success', 'Documento eliminado.')
    return ctx.response.redirect().withQs().back()
  }
}
