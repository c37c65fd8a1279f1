import { useState } from 'react';
import { useFieldArray } from 'react-hook-form';
import { maxChildren } from '#contract/sign-up/most-children.ts';
import { m } from '#messages/messages.js';
import { Button } from '#web/ui/Button.tsx';
import { focusOnMount } from '#web/ui/focus-on-mount.ts';
import fields from '#web/ui/form/fields.module.css';
import layout from '#web/ui/layout.module.css';
import { ChildFields } from './ChildFields.tsx';
import style from './family.module.css';
import { type FamilyForm, newChild } from './family-form.ts';

type Removed = { id: string; child: typeof newChild; index: number };

/** The children, none by default. A removed child can be restored until the list changes otherwise. */
export function ChildrenFields<Output>({ of }: { of: FamilyForm<Output> }) {
  const { fields: rows, append, insert, remove } = useFieldArray({ control: of.form.control, name: 'children' });
  const [removed, setRemoved] = useState<Removed | null>(null);
  const add = () => {
    setRemoved(null);
    append(newChild, { focusName: `children.${rows.length}.firstName` });
  };
  const takeOut = (index: number) => {
    const { firstName, lastName, email = '' } = of.form.getValues(`children.${index}`);
    setRemoved({ id: rows[index]?.id ?? '', child: { firstName, lastName, email }, index });
    remove(index);
  };
  const undo = ({ child, index }: Removed) => {
    setRemoved(null);
    insert(index, child, { focusName: `children.${index}.firstName` });
  };
  return (
    <section className={layout.part} aria-labelledby="children-heading">
      <div>
        <h2 id="children-heading">
          {m.co_parent_children_heading()} <span className={fields.optional}>{m.ui_optional()}</span>
        </h2>
        <p className={layout.soft}>{m.co_parent_children_hint()}</p>
      </div>
      {rows.map((field, index) => (
        <ChildFields key={field.id} of={of} index={index} onRemove={() => takeOut(index)} />
      ))}
      <div role="status">
        {removed && <RemovedChild key={removed.id} removed={removed} onUndo={() => undo(removed)} />}
      </div>
      {rows.length < maxChildren ? (
        <span>
          <Button variant="quiet" onClick={add}>
            {m.co_parent_add_child()}
          </Button>
        </span>
      ) : (
        <p className={layout.soft}>{m.field_children_limit()}</p>
      )}
    </section>
  );
}

/** Takes the focus from the removed fields. */
function RemovedChild({ removed: { child, index }, onUndo }: { removed: Removed; onUndo: () => void }) {
  const name = `${child.firstName} ${child.lastName}`.trim() || m.co_parent_child({ number: String(index + 1) });
  return (
    <p className={style.removed}>
      <span>{m.co_parent_child_removed({ name })}</span>
      <Button variant="link" ref={focusOnMount} onClick={onUndo}>
        {m.co_parent_undo()}
      </Button>
    </p>
  );
}
