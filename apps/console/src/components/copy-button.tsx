import { CheckIcon, CopyIcon } from '@radix-ui/react-icons';
import { ActionIcon, Button, CopyButton as MantineCopyButton } from '@mantine/core';

interface Copied {
  value: string;
  /** The name of the copied text, for the name of the button: `Copy the token`. */
  label: string;
  /** Shows the label as the text of a button. Without it the button is an icon. */
  withText?: boolean;
}

export function CopyButton({ value, label, withText = false }: Copied) {
  return (
    <MantineCopyButton value={value}>
      {({ copied, copy }) => {
        const icon = copied ? <CheckIcon /> : <CopyIcon />;
        const text = copied ? 'Copied' : label;
        if (withText)
          return (
            <Button variant="default" size="xs" leftSection={icon} onClick={copy}>
              {text}
            </Button>
          );
        return (
          <ActionIcon variant="subtle" color="gray" aria-label={label} title={text} onClick={copy}>
            {icon}
          </ActionIcon>
        );
      }}
    </MantineCopyButton>
  );
}
