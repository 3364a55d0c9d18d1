import { sendMailsJob } from '#app/mail/send_mails_job'
import { readInvoiceJob } from '#app/invoices/jobs/read_invoice_job'
import type { Job } from '#app/jobs/queue'

/** Every job of the product; the workers of a process take them all. */
export const JOBS = [readInvoiceJob, sendMailsJob] as unknown as Job<never>[]
