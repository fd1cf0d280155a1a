/** Persons of the organisation. */
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { personQuery } from '@/api/common';
import { sessionStore } from '@/api/sessionStore';
import type { Person } from '@/api/shapes';
import { type PickerProps, usePaused } from './common';

/** A person by name; the rest is there when he was looked up. */
type Known = Pick<Person, 'id' | 'name'> & Partial<Person>;

interface UserPickerProps extends PickerProps {
  value?: string | string[];
  display?: string;
  multiple?: boolean;
  type?: string;
  orgId?: string;
  onChange?: (id: string | string[] | undefined, person?: Known) => void;
}

/** Persons, those picked lately first. */
export function UserPicker({ value, display, multiple, type, orgId, onChange, ...rest }: UserPickerProps) {
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const query = { type, orgId, name: usePaused(text) };
  const { data = [], isFetching } = useQuery({ ...personQuery(query), enabled: open });
  const usual = sessionStore.usualPersons().map((person) => person.id);
  const rank = (id: string) => (usual.includes(id) ? usual.indexOf(id) : usual.length);
  const people: Known[] = [...data].sort((a, b) => rank(a.id) - rank(b.id));
  const names = (display ?? '').split(',');
  const values = [value ?? []].flat();
  values.forEach((id, index) => {
    if (people.every((person) => person.id !== id)) people.unshift({ id, name: names[index] || id });
  });
  return (
    <Select
      allowClear
      placeholder="姓名或拼音首字母"
      {...rest}
      mode={multiple ? 'multiple' : undefined}
      maxTagCount="responsive"
      value={value || undefined}
      loading={isFetching}
      notFoundContent={isFetching ? '正在查找' : '没有这样的人员'}
      onOpenChange={setOpen}
      showSearch={{ filterOption: false, onSearch: setText }}
      options={people.map((person) => ({ value: person.id, label: person.name, depart: person.departName }))}
      optionRender={(option) => (
        <div className="picker-option">
          <span>{option.label}</span>
          <span className="hint">{option.data.depart}</span>
        </div>
      )}
      onChange={(next) => {
        const last = Array.isArray(next) ? next.at(-1) : next;
        const person = people.find((candidate) => candidate.id === last);
        if (person) sessionStore.noteUsualPerson(person);
        onChange?.(next, person);
      }}
    />
  );
}
