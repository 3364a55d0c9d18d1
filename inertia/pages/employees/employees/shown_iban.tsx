import { ActionIcon } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { showToast } from '~/layouts/flash_toasts'
import { callServer } from '~/plain_call'
import { urlFor } from '~/urls'
import type { Bank } from './employee_page'
import styles from './employees.module.css'

/** An IBAN that is masked until somebody asks to see it; who asks stays on record. */
export function ShownIban({ employeeId, bank }: { employeeId: number; bank: Bank }) {
  const [iban, setIban] = useState<string | null>(null)

  async function show() {
    try {
      const body = { what: 'iban', bank_id: bank.id }
      const answer = await callServer('POST', urlFor('employees.reveal', { id: employeeId }), body)
      setIban(((await answer.json()) as { data: { iban: string } }).data.iban)
    } catch (error) {
      console.error(error)
      showToast('error', 'No se ha podido mostrar el IBAN. Inténtelo de nuevo.')
    }
  }

  return (
    <span className={styles.bank}>
      <span className="num">{iban ?? bank.iban}</span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={24}
        aria-label={iban ? 'Ocultar el IBAN' : `Mostrar el IBAN ${bank.iban}; la consulta queda registrada`}
        onClick={() => (iban ? setIban(null) : void show())}
      >
        {iban ? <IconEyeOff size={16} /> : <IconEye size={16} />}
      </ActionIcon>
    </span>
  )
}
