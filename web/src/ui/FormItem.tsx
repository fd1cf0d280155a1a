/** A field of a form: what is expected of it is said half a second after typing, and once it was left. */
import { Form } from 'antd';
import type { ComponentProps } from 'react';
import { VALIDATOR_DELAY_MS } from './validators';

export const FormItem = (props: ComponentProps<typeof Form.Item>) => (
  <Form.Item
    validateTrigger={['onChange', 'onBlur']}
    validateDebounce={VALIDATOR_DELAY_MS}
    validateFirst
    {...props}
  />
);
