import { m } from '#messages/messages.js';
import { Button } from '#web/ui/Button.tsx';

/** As wide as its text, like the links around it. */
export const StartOver = ({ onClick }: { onClick: () => void }) => (
  <div>
    <Button variant="link" onClick={onClick}>
      {m.ownership_start_over()}
    </Button>
  </div>
);
