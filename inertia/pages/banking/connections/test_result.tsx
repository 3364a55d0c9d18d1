import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import styles from '../banking.module.css'
import type { Tested } from './connection_types'

/** What trying a connection found, in words: what it reaches and what it may not do. */
export function TestResult({ tested, title }: { tested: Tested; title: string }) {
  if (tested.test === null)
    return (
      <Alert
        color="red"
        role="alert"
        mb="md"
        icon={<IconCircleX size={18} aria-hidden="true" />}
        title="No ha funcionado"
      >
        {tested.message}
      </Alert>
    )
  const { found, missing } = tested.test
  return (
    <Alert
      color={missing.length === 0 ? 'green' : 'yellow'}
      role="status"
      mb="md"
      icon={
        missing.length === 0 ? (
          <IconCircleCheck size={18} aria-hidden="true" />
        ) : (
          <IconAlertTriangle size={18} aria-hidden="true" />
        )
      }
      title={missing.length === 0 ? `${title} responde` : `${title} responde, pero falta algo`}
    >
      <Lines head={found.length === 0 ? 'No ha encontrado ninguna cuenta.' : 'Alcanza:'} lines={found} />
      {missing.length > 0 ? <Lines head="Falta:" lines={missing} /> : null}
    </Alert>
  )
}

function Lines({ head, lines }: { head: string; lines: string[] }) {
  return (
    <>
      <div>{head}</div>
      {lines.length > 0 ? (
        <ul className={styles.list}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : null}
    </>
  )
}
