import type { ReactNode } from 'react'
import { StepUpDialog } from '~/kit/dialog/step_up_dialog'
import { FormFoot } from '~/kit/form/form_foot'
import { FormFrame } from '~/kit/form/form_frame'
import type { FormState } from '~/kit/form/use_form_submission'
import styles from './sites.module.css'

type Props = { form: FormState; canWrite: boolean; submitLabel?: string; children: ReactNode }

/** The form of a tab; who may not write reads it without a foot. */
export function TabForm({ form, canWrite, submitLabel = 'Guardar cambios', children }: Props) {
  return (
    <>
      <FormFrame form={form} className={styles.form} canSend={canWrite}>
        {children}
        {canWrite ? <FormFoot form={form} submitLabel={submitLabel} /> : null}
      </FormFrame>
      <StepUpDialog form={form} />
    </>
  )
}
