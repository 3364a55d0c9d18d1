import { useEffect, useState } from 'react'
import { Section } from '~/kit/detail/detail_page'
import { callServer } from '~/plain_call'
import { urlFor } from '~/urls'
import { AffectedList } from './affected_list'
import styles from './entries.module.css'
import type { Affected } from './entry_page'

const WAIT_MS = 400

/** What the entry would reach, asked while it is typed. */
export function Impact({ patternType, value }: { patternType: string | null; value: string }) {
  const [affected, setAffected] = useState<Affected[] | 'failed' | null>(null)
  useEffect(() => {
    let isOver = false
    const timer = setTimeout(async () => {
      if (patternType === null || value.trim() === '') return setAffected(null)
      try {
        const body = { patternType, value }
        const answer = await callServer('POST', urlFor('iban-blacklist.impact'), body)
        const { data } = (await answer.json()) as { data: Affected[] | null }
        if (!isOver) setAffected(data)
      } catch {
        if (!isOver) setAffected('failed')
      }
    }, WAIT_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [patternType, value])
  return (
    <Section title="A qué afecta">
      {affected === null ? <p className={styles.small}>Se verá aquí al completar el valor.</p> : null}
      {affected === 'failed' ? (
        <p className={styles.small}>No se ha podido consultar. Puede añadirlo igualmente.</p>
      ) : null}
      {Array.isArray(affected) ? (
        <>
          <AffectedList affected={affected} />
          <p className={styles.small}>
            Si bloquea: los pagos no enviados vuelven a borrador sin sus aprobaciones y las cuentas quedan en
            lista negra.
          </p>
        </>
      ) : null}
    </Section>
  )
}
