import { readFile } from 'node:fs/promises'
import type { HttpContext } from '@adonisjs/core/http'
import type { Infer } from '@vinejs/vine/types'
import { atLeast } from '#app/identity/at_least'
import { actorOf } from '#app/identity/http/request_origin'
import { isWorkDone, makeStamp, readStamp, WORK_BITS } from '#app/identity/public_forms/form_stamp'
import { makeSecretLink } from '#app/identity/public_forms/secret_link'
import { registerPublicInvoice } from '#app/invoices/intake/register_public_invoice'
import { countPost, countSubmission, owesWork } from '#app/invoices/public/submission_limits'
import { publicInvoiceValidator } from '#app/invoices/validators/public_invoice_validator'
import { DomainError, isDomainError } from '#app/kernel/domain_error'
import { addDays, type CalendarDate, compareDays, today } from '#app/kernel/time/calendar_date'
import { findSiteOfLink } from '#app/sites/queries/find_site_of_link'

const CODE_KEPT = 'public_invoice_code'
const ANSWER_MS = 400
const FUTURE_DAYS_MAX = 7

type Sent = Infer<typeof publicInvoiceValidator>

/** The page where suppliers register their invoices without an account (area 05 §4). */
export default class PublicInvoicesController {
  async create(ctx: HttpContext) {
    const link = String((ctx.request.qs() as Record<string, unknown>).empresa ?? '')
    return ctx.inertia.render('invoices/public_invoices/create', {
      stamp: makeStamp(),
      workBits: (await owesWork(ctx.request.ip())) ? WORK_BITS : 0,
      link: link || null,
      site: link ? ((await findSiteOfLink(link))?.legalName ?? null) : null,
      registered: (ctx.session.flashMessages.get(CODE_KEPT) as string | undefined) ?? null,
    })
  }

  /** Answers alike whatever is known here, and takes as long. What only a program sends is dropped with the same answer. */
  async store(ctx: HttpContext) {
    await countPost(ctx.request.ip())
    const sent = await ctx.request.validateUsing(publicInvoiceValidator)
    const code = await atLeast(ANSWER_MS, () => this.register(ctx, sent))
    ctx.session.flash(CODE_KEPT, code)
    ctx.session.flash(
      'success',
      `Factura registrada con el código ${code}. Recibirá un correo cuando cambie su estado.`
    )
    return ctx.response.redirect().withQs().back()
  }

  private async register(ctx: HttpContext, sent: Sent): Promise<string> {
    const ip = ctx.request.ip()
    refuseLateDay(sent.issued_on as CalendarDate)
    const stamp = readStamp(sent.stamp)
    if (stamp === 'expired')
      throw new DomainError(
        'E_STAMP',
        'La página llevaba demasiado tiempo abierta: pulse de nuevo «Registrar».',
        {
          field: 'form',
        }
      )
    if (sent.website || stamp === 'too_fast') return makeSecretLink().code
    if ((await owesWork(ip)) && !isWorkDone(sent.stamp, sent.work ?? ''))
      throw new DomainError(
        'E_WORK',
        'Estamos comprobando que no es un programa: pulse de nuevo «Registrar».',
        {
          field: 'form',
        }
      )
    await countSubmission(ip, sent.provider_tax_id)
    try {
      return await registerPublicInvoice(await this.invoiceOf(ctx, sent))
    } catch (error) {
      throw atTheFile(error)
    }
  }

  private async invoiceOf(ctx: HttpContext, sent: Sent) {
    const site = sent.empresa ? await findSiteOfLink(sent.empresa) : null
    const bytesOf = async (file: Sent['file']) => ({
      name: file.clientName,
      bytes: await readFile(file.tmpPath ?? ''),
    })
    return {
      siteId: site?.id ?? null,
      file: await bytesOf(sent.file),
      attachments: await Promise.all((sent.attachments ?? []).map(bytesOf)),
      email: sent.email,
      declared: {
        customerTaxId: sent.customer_tax_id ?? null,
        providerTaxId: sent.provider_tax_id,
        providerName: sent.provider_name,
        invoiceNumber: sent.invoice_number,
        issuedOn: sent.issued_on as CalendarDate,
        totalMinor: sent.total,
        concept: sent.concept ?? null,
      },
      stamp: sent.stamp,
      // Whoever is signed in: over this page everybody is a visitor.
      actor: { ...actorOf(ctx), userId: null, kind: 'public' as const },
    }
  }
}

function refuseLateDay(issuedOn: CalendarDate): void {
  if (compareDays(issuedOn, addDays(today(), FUTURE_DAYS_MAX)) <= 0) return
  throw new DomainError('E_ISSUED', 'La fecha de emisión no puede ser posterior a hoy más 7 días.', {
    field: 'issued_on',
  })
}

/** The door for files speaks of `files`; the form has one field for the invoice. */
function atTheFile(error: unknown): unknown {
  if (!isDomainError(error) || error.field !== 'files') return error
  return new DomainError(error.code, error.message, { field: 'file', cause: error })
}
