import { ActionIcon } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { showToast } from '~/layouts/flash_toasts'
import { callServer } from '~/plain_call'
import type { Payee, PayeeBank } from './bank_types'
import styles from './payee_banks.module.css'

/** An IBAN, or the number of an account without one, that is masked until somebody asks to see it; who asks stays on record. */
export function ShownIban({ reveal, bank }: { reveal: Payee['urls']['reveal']; bank: PayeeBank }) {
  const [iban, setIban] = useState<string | null>(null)

  const what = bank.withoutIban ? 'el número de cuenta' : 'el IBAN'

  async function show(url: string) {
    try {
      const body = { what: 'iban', bankId: bank.id }
      const answer = await callServer('POST', url, body)
      setIban(((await answer.json()) as { data: { iban: string } }).data.iban)
    } catch (error) {
      console.error(error)
      showToast('error', `No se ha podido mostrar ${what}. Inténtelo de nuevo.`)
    }
  }

  if (reveal === null)
    return (
      <span className={styles.bank}>
        <span className={`num ${styles.iban}`}>{bank.iban}</span>
      </span>
    )
  return (
    <span className={styles.bank}>
      <span className={`num ${styles.iban}`}>{iban ?? bank.iban}</span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={24}
        aria-label={iban ? `Ocultar ${what}` : `Mostrar ${what} ${bank.iban}; la consulta queda registrada`}
        onClick={() => (iban ? setIban(null) : void show(reveal))}
      >
        {iban ? <IconEyeOff size={16} /> : <IconEye size={16} />}
      </ActionIcon>
    </span>
  )
}
