import { ActionIcon, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import styles from './edit.module.css'

const MASKED = '****'

/** An IBAN by its last figures; who may see it whole may copy it. */
export function IbanCell({ iban }: { iban: string | null }) {
  if (iban === null) return <span className={styles.quiet}>–</span>
  const plain = iban.replaceAll(' ', '')
  const short = `•••• ${plain.slice(-4)}`
  if (plain.includes(MASKED)) return <span className="num">{short}</span>
  return (
    <span className={styles.name}>
      <span className="num" title={iban}>
        {short}
      </span>
      <CopyButton value={plain}>
        {({ copied, copy }) => (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            aria-label={copied ? 'IBAN copiado' : `Copiar el IBAN acabado en ${plain.slice(-4)}`}
            onClick={(event) => {
              event.stopPropagation()
              copy()
            }}
          >
            {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          </ActionIcon>
        )}
      </CopyButton>
    </span>
  )
}
