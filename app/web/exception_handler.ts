import { ExceptionHandler, type HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import type { HttpError } from '@adonisjs/core/types/http'
import { errors as lucidErrors } from '@adonisjs/lucid'
import { FileGone } from '#app/files/file_gone'
import { type DomainError, isDomainError } from '#app/kernel/domain_error'
import { counted } from '#app/kernel/text/counted'
import { databaseRefusal, inputRefusal } from '#app/web/database_refusals'

declare module '@adonisjs/core/http' {
  interface HttpContext {
    /** Set once this request ended in an exception: the middleware around it only sees an answer. */
    hasFailed?: boolean
  }
}

type PageStatus = 403 | 404 | 500 | 503

/** The one place where failures become answers: refusals go back as Spanish messages, bugs get a reference. */
export default class HttpExceptionHandler extends ExceptionHandler {
  protected debug = app.inDev
  protected renderStatusPages = false

  async handle(error: unknown, ctx: HttpContext) {
    ctx.hasFailed = true
    const refusal = isDomainError(error) ? error : (databaseRefusal(error) ?? inputRefusal(error))
    if (refusal) return this.refuse(refusal, ctx)
    if (isCsrfFailure(error)) return this.backWith(ctx, 419, 'La página ha caducado. Inténtelo de nuevo.')
    const status = statusOf(error)
    if (status === 429)
      return this.backWith(
        ctx,
        429,
        `Demasiados intentos. Espere ${counted(minutesToWait(error), 'minuto', 'minutos')}.`
      )
    if (status === 403 && ctx.request.method() !== 'GET') {
      return this.backWith(ctx, 403, 'No tiene permisos para realizar esta acción.')
    }
    if (error instanceof FileGone) return this.page(ctx, 404, error.message)
    if (status === 403 || status === 404) return this.page(ctx, status)
    if (status < 500 || this.debug) return super.handle(error, ctx)
    return this.page(ctx, isDatabaseDown(error) ? 503 : 500)
  }

  private refuse(error: DomainError, ctx: HttpContext) {
    const { field, remedy } = error
    const mayPutRight = remedy?.roles.includes(ctx.signedIn?.user.role ?? '') ?? false
    const message = remedy && !mayPutRight ? `${error.message} ${remedy.others}` : error.message
    if (wantsJson(ctx)) return ctx.response.status(422).send({ errors: { [field ?? 'form']: message } })
    if (field) ctx.session.flash('inputErrorsBag', { [field]: [message] })
    else ctx.session.flash('error', message)
    if (remedy && mayPutRight) ctx.session.flash('remedy', { label: remedy.label, href: remedy.href })
    return ctx.response.redirect().withQs().back()
  }

  /** To where the person was, with the message; who asked for JSON gets the status itself. */
  private backWith(ctx: HttpContext, status: 403 | 419 | 429, message: string) {
    if (wantsJson(ctx) || !ctx.session) return ctx.response.status(status).send({ errors: { form: message } })
    ctx.session.flash(status === 419 ? 'warning' : 'error', message)
    return ctx.response.redirect().withQs().back()
  }

  private async page(ctx: HttpContext, status: PageStatus, message: string | null = null) {
    ctx.response.status(status)
    if (wantsJson(ctx)) return ctx.response.send({ errors: { form: message ?? 'No disponible.' } })
    const body = await ctx.inertia.render('web/errors/show', {
      status,
      reference: ctx.request.id() ?? '',
      message,
    })
    return ctx.response.send(body)
  }

  /** What was typed stays in the page that sent it: kept for the next one it would lie in the table of sessions, keys of banks too. */
  async renderValidationErrorAsHTML(error: HttpError, ctx: HttpContext) {
    ctx.session.flashValidationErrors(error, false)
    ctx.response.redirect('back', true)
  }

  async report(error: unknown, ctx: HttpContext) {
    if (isDomainError(error) || databaseRefusal(error)) return
    return super.report(error, ctx)
  }
}

function wantsJson({ request }: HttpContext): boolean {
  return (
    request.url().startsWith('/api/') ||
    (!request.header('x-inertia') && request.accepts(['html', 'json']) === 'json')
  )
}

function statusOf(error: unknown): number {
  if (error instanceof lucidErrors.E_ROW_NOT_FOUND) return 404
  const status = typeof error === 'object' && error !== null && 'status' in error ? Number(error.status) : 500
  return Number.isInteger(status) ? status : 500
}

/** Whole minutes until the limiter lets in again. */
function minutesToWait(error: unknown): number {
  const { response } = error as { response?: { availableIn?: number } }
  return Math.max(1, Math.ceil((response?.availableIn ?? 60) / 60))
}

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
const isCsrfFailure = (error: unknown) => codeOf(error) === 'E_BAD_CSRF_TOKEN'
const isDatabaseDown = (error: unknown) =>
  ['ECONNREFUSED', '57P01', '57P03', '08006', '08001'].includes(codeOf(error))
