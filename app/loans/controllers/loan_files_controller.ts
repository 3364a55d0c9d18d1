import { readFile } from 'node:fs/promises'
import type { HttpContext } from '@adonisjs/core/http'
import { sendFile } from '#app/files/send_file'
import { actorOf } from '#app/identity/http/request_origin'
import { addLoanFiles, type LoanUpload, removeLoanFile } from '#app/loans/actions/loan_files'
import { done } from '#app/loans/http/done'
import { findLoanFile, findOwnLoan, findScopedLoan } from '#app/loans/scoped'
import { loanFilesValidator } from '#app/loans/validators/loan_validator'

/** The contract of a loan and its other papers. */
export default class LoanFilesController {
  async store(ctx: HttpContext) {
    const id = await findOwnLoan(ctx)
    const given = await ctx.request.validateUsing(loanFilesValidator)
    const uploads: LoanUpload[] = []
    for (const file of given.files) {
      if (!file.tmpPath) continue
      uploads.push({ kind: given.kind, name: file.clientName, bytes: await readFile(file.tmpPath) })
    }
    await addLoanFiles(id, uploads, actorOf(ctx))
    return done(ctx, uploads.length === 1 ? 'Archivo adjuntado.' : `${uploads.length} archivos adjuntados.`)
  }

  async show(ctx: HttpContext) {
    const id = await findScopedLoan(ctx)
    const { file } = await findLoanFile(id, Number(ctx.params.file))
    return sendFile(ctx, file)
  }

  async destroy(ctx: HttpContext) {
    const loanId = await findOwnLoan(ctx)
    const { id } = await findLoanFile(loanId, Number(ctx.params.file))
    await removeLoanFile({ loanId, fileId: id }, actorOf(ctx))
    return done(ctx, 'Archivo eliminado.')
  }
}
