import { router } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { Instant } from '~/kit/day'
import { StatusBadge, type Tone } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import type { Message } from './expense_page'
import styles from './expenses.module.css'

const MAILS: Record<string, { label: string; tone: Tone }> = {
  queued: { label: 'En la bandeja de salida', tone: 'blue' },
  sent: { label: 'Enviado', tone: 'green' },
  failed: { label: 'Correo no enviado', tone: 'red' },
}

type Props = { noteId: number; messages: Message[]; canRetry: boolean }

/** What was written to the claimant and what they answered, the latest first. */
export function MessageList({ noteId, messages, canRetry }: Props) {
  if (messages.length === 0) return <p className={styles.quiet}>Todavía no se ha escrito nada.</p>
  return (
    <div>
      {messages.map((message) => {
        const mail = message.mailStatus ? MAILS[message.mailStatus] : null
        return (
          <article key={message.id} className={styles.message}>
            <header>
              <strong>
                {message.direction === 'in' ? 'Respuesta del solicitante' : (message.subject ?? 'Correo')}
              </strong>
              <span className={styles.quiet}>
                {message.who ? `${message.who} · ` : ''}
                <Instant value={message.at} />
              </span>
              {mail ? <StatusBadge {...mail} /> : null}
              {message.mailStatus === 'failed' && canRetry ? (
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() =>
                    router.post(
                      urlFor('payexpenses.emails.retry', { id: noteId, message: message.id }),
                      {},
                      { preserveScroll: true }
                    )
                  }
                >
                  Reintentar
                </Button>
              ) : null}
            </header>
            <p className={styles.body}>{message.body}</p>
          </article>
        )
      })}
    </div>
  )
}
