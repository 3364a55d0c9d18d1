import { Link } from '@inertiajs/react'
import { Alert, Button } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import type { BankHead } from './bank_props'
import { bankUrls } from './bank_urls'
import styles from './banking.module.css'

export type Trouble = {
  id: number
  label: string
  tone: 'red' | 'amber' | 'grey'
  text: string
  act: 'reconnect' | 'resume' | 'consent' | null
}

const colours = { red: 'red', amber: 'yellow', grey: 'gray' } as const
const acts = { reconnect: 'Reconectar', resume: 'Reanudar', consent: 'Autorizar' } as const

type Props = { bank: BankHead; troubles: Trouble[]; warnings?: string[] }

/** Why what is shown may not be of now, with the way out for those who may take it. */
export function TroubleNotice({ bank, troubles, warnings = [] }: Props) {
  const urls = bankUrls(bank.path)
  if (troubles.length === 0 && warnings.length === 0) return null
  return (
    <div className={styles.troubles}>
      {troubles.map(({ id, label, tone, text, act }) => (
        <Alert
          key={id}
          color={colours[tone]}
          role={tone === 'red' ? 'alert' : 'status'}
          py="xs"
          icon={<IconPlugConnectedX size={18} aria-hidden="true" />}
        >
          <div className={styles.trouble}>
            <span>
              <strong>{label}:</strong> {text}
              {act && !bank.can.connect ? ' Avise a quien gestiona las conexiones.' : null}
            </span>
            {act && bank.can.connect ? (
              <Button component={Link} href={urls.edit(id)} size="compact-sm" variant="default">
                {acts[act]}
              </Button>
            ) : null}
          </div>
        </Alert>
      ))}
      {warnings.map((text) => (
        <Alert key={text} color="yellow" role="status" py="xs">
          {text}
        </Alert>
      ))}
    </div>
  )
}
