/** What opens the choice of pictures; its owner clicks it from where they belong. */
import type { RefObject } from 'react';

interface Props {
  ref: RefObject<HTMLInputElement | null>;
  label: string;
  onChosen: (files: File[]) => void;
}

export function PhotoInput({ ref, label, onChosen }: Props) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      multiple
      accept="image/jpeg,image/png"
      aria-label={label}
      onChange={(event) => {
        const chosen = [...(event.target.files ?? [])];
        event.target.value = '';
        if (chosen.length > 0) onChosen(chosen);
      }}
    />
  );
}
