import { isValidSocialSecurityNo, normalizeSocialSecurityNo } from '#app/kernel/identifiers/personal_id'
import { TextField } from '~/kit/fields/text_fields'
import type { FieldBinding } from '~/kit/form/form_fields'

/** The number of the Social Security, checked as soon as its twelve digits are there. */
export function SocialSecurityField(field: FieldBinding<string> & { isDisabled?: boolean }) {
  const digits = normalizeSocialSecurityNo(field.value)
  const isWrong = digits.length >= 12 && !isValidSocialSecurityNo(digits)
  return (
    <TextField
      label="Número de la Seguridad Social"
      lengthMax={24}
      {...field}
      error={field.error ?? (isWrong ? 'El número de la Seguridad Social no es válido.' : undefined)}
    />
  )
}
