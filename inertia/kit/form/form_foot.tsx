import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { FormState } from '~/kit/form/use_form_submission'
import styles from './form.module.css'

type Props = {
  form: FormState
  submitLabel: string
  isDangerous?: boolean
  isDisabled?: boolean
  cancel?: ReactNode
}

/** The foot of a form: cancel, «Guardado» for two seconds, and the one filled button. */
export function FormFoot({ form, submitLabel, isDangerous = false, isDisabled = false, cancel }: Props) {
  return (
    <div className={styles.foot}>
      <span role="status" className={styles.saved}>
        {form.recentlySuccessful ? (
          <>
            <IconCheck size={16} aria-hidden="true" /> Guardado
          </>
        ) : null}
      </span>
      {cancel}
      <Button
        type="submit"
        color={isDangerous ? 'red.8' : undefined}
        loading={form.processing}
        disabled={isDisabled}
      >
        {submitLabel}
      </Button>
    </div>
  )
}
